import { repeat } from '../../repeat.ts'
import type { LeadsDeps } from './leads-deps.ts'

const LOOK_EVERY_MS = 20_000

/**
 * Keeps the packed rows of what is served. Not a job of the queue, which one server takes: each server has files of its
 * own.
 * @returns what stops it
 */
export const watchPackedRows = ({
  packedRows,
  log,
}: Pick<LeadsDeps, 'packedRows' | 'log'>): (() => Promise<void>) =>
  repeat(async (signal) => await packedRows.tend({ signal }), {
    everyMs: LOOK_EVERY_MS,
    onError: (error) => log.warn({ error: String(error) }, 'The packed rows could not be looked after'),
  })
