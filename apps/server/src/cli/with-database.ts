import type { Config } from '../config.ts'
import type { Engines } from '../engines.ts'
import { loadPlans } from '../open-billing.ts'
import { type Wanted, withEngines } from './with-engines.ts'

/** Runs a command with the plans of this installation loaded. */
export async function withDatabase(
  readConfig: () => Config,
  work: (engines: Engines, config: Config) => Promise<number>,
  wanted: Wanted = {},
): Promise<number> {
  const config = readConfig()
  await loadPlans(config)
  return await withEngines(config, async (engines) => await work(engines, config), wanted)
}

/** What is said where `readReason` finds none. */
export const reasonWanted =
  'Please say why with --reason TEXT, of 3 characters or more; it is kept in the audit trail.'

/** The reason somebody gave, of at least 3 characters; undefined without one. */
export function readReason(given: unknown): string | undefined {
  const reason = typeof given === 'string' ? given.trim() : ''
  return reason.length >= 3 ? reason.slice(0, 500) : undefined
}

/** Rows under one another, each column as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, n) => Math.max(...rows.map((row) => row[n]?.length ?? 0)))
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, n) => cell.padEnd(widths[n] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}
