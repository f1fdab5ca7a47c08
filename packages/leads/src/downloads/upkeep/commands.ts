import { doEach, throwFailures } from '@freeor/postgres/do-each'
import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import { frozenLeadsTable } from '../../ownership/owned-leads.ts'
import { readOwnership } from '../../ownership/read-ownership.ts'
import type { DownloadDeps } from '../ports.ts'
import { downloads } from '../tables.ts'
import { listOrphanFiles } from './queries.ts'

/** What belongs to no download is left alone this long: it may belong to one that is just being made. */
const ORPHAN_AGE_MS = 45 * 60 * 1000

/** How long the frozen leads of a ready file are kept. */
export const READY_AGE_MS = 24 * 60 * 60 * 1000

const IDS_A_LOOK = 1_000

export type Swept = { readonly files: number; readonly frozen: number }

/**
 * Every ten minutes, so that nothing orphaned gets an hour old: removes files and frozen ids of no download. Each is
 * removed by itself: one file that cannot be removed does not keep the others.
 * @throws AggregateError naming what failed, once all others were done
 */
export async function sweepDownloads(deps: DownloadDeps): Promise<Swept> {
  const swept = { files: 0, frozen: 0 }
  const parts = { files: sweepFiles, frozen: sweepFrozen }
  throwFailures(
    await doEach(
      ['files', 'frozen'] as const,
      (name) => name,
      async (name) => {
        swept[name] = await parts[name](deps)
      },
    ),
  )
  return swept
}

async function sweepFiles(deps: DownloadDeps): Promise<number> {
  const orphans = await listOrphanFiles(deps, ORPHAN_AGE_MS)
  throwFailures(
    await doEach(
      orphans,
      ({ key }) => key,
      ({ key }) => deps.files.remove(key),
    ),
  )
  return orphans.length
}

const frozenDownload = z.strictObject({ download_id: z.string() })

async function sweepFrozen(deps: DownloadDeps): Promise<number> {
  const { olap, clock } = deps
  const before = Math.floor((clock.now().getTime() - ORPHAN_AGE_MS) / 1000)
  const found = await olap.ask({
    sql: `SELECT DISTINCT download_id FROM ${frozenLeadsTable} WHERE frozen_at < {before:DateTime('UTC')}`,
    params: { before },
    row: frozenDownload,
    caps: { seconds: 60 },
  })
  let swept = 0
  for (let at = 0; at < found.length; at += IDS_A_LOOK) {
    const ids = found.slice(at, at + IDS_A_LOOK).map(({ download_id }) => download_id)
    const unneeded = await listUnneeded(deps, ids)
    if (unneeded.length === 0) continue
    await olap.write(`DELETE FROM ${frozenLeadsTable} WHERE download_id IN {ids:Array(String)}`, {
      ids: unneeded,
    })
    swept += unneeded.length
  }
  return swept
}

/**
 * The downloads among `ids` whose frozen leads nobody needs: those that were never made or have failed, and those that
 * became ready long ago and whose leads are in the owned leads. The delay is for backups: one that takes hours still
 * finds the frozen leads of a file that became ready meanwhile.
 */
async function listUnneeded(deps: DownloadDeps, ids: readonly string[]): Promise<string[]> {
  const { id, state, companyId, datasetNo, readyAt } = downloads
  const rows = await deps.db
    .select({ id, state, companyId, datasetNo, readyAt })
    .from(downloads)
    .where(inArray(downloads.id, [...ids]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const longAgo = deps.clock.now().getTime() - READY_AGE_MS
  const unneeded: string[] = []
  for (const one of ids) {
    const row = byId.get(one)
    if (row?.state === 'reserved' || row?.state === 'writing') continue
    if (row?.state === 'ready') {
      if (row.readyAt === null || row.readyAt.getTime() > longAgo) continue
      await readOwnership(deps, row)
    }
    unneeded.push(one)
  }
  return unneeded
}
