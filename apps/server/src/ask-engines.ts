import type { Olap } from '@freeor/clickhouse/olap'
import type { Database } from '@freeor/postgres/database'
import { sql } from 'drizzle-orm'

export type Engines = { readonly db: Database; readonly searchEngine: Pick<Olap, 'ping'> | undefined }

export type EngineStates = { postgres: boolean; clickhouse: 'ok' | 'down' | 'off' }

/** Whether the engines answer now, each within a second. Never throws. */
export async function askEngines({ db, searchEngine }: Engines): Promise<EngineStates> {
  const [postgres, answers] = await Promise.all([
    within(1000, db.execute(sql`select 1`)),
    searchEngine === undefined ? undefined : within(1000, searchEngine.ping()),
  ])
  return { postgres: Boolean(postgres), clickhouse: answers === undefined ? 'off' : answers ? 'ok' : 'down' }
}

/** The result of the work, or undefined when it fails or is late. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  try {
    return await Promise.race([work.catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}
