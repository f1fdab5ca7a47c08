import type { Config } from '../config.ts'
import type { Engines } from '../engines.ts'
import { loadPlans } from '../open-billing.ts'
import { withEngines } from './with-engines.ts'

/** Runs a command with the plans of this installation loaded. */
export async function withDatabase(
  readConfig: () => Config,
  work: (engines: Engines, config: Config) => Promise<number>,
): Promise<number> {
  const config = readConfig()
  await loadPlans(config)
  return await withEngines(config, async (engines) => await work(engines, config))
}

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
