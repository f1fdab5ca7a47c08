import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Olap } from '@freeor/clickhouse/olap'
import { connectClickHouse } from '@freeor/clickhouse/remote'
import { z } from 'zod'
import type { ProductionServer } from './server.ts'

const announcement = z.object({ clickhouseUrl: z.string() })
const LIMIT_MS = 10 * 60_000

/** The engine of a running server, as a command of ours joins it. */
export async function joinEngine(server: ProductionServer): Promise<Olap & { readonly url: string }> {
  const text = await readFile(join(server.dataDir, 'engines.json'), 'utf8')
  const { clickhouseUrl: url } = announcement.parse(JSON.parse(text))
  return { ...(await connectClickHouse({ url, log: () => undefined })), url }
}

/**
 * Waits until the server has merged every table of leads into one part, as it does over time. @throws Error after 10
 * minutes
 */
export async function whenMerged(server: ProductionServer): Promise<void> {
  const olap = await joinEngine(server)
  const until = Date.now() + LIMIT_MS
  const sql = `SELECT count() AS parts, uniq(table) AS tables FROM system.parts
    WHERE active AND database = 'freeor' AND table LIKE 'leads\\_%'`
  const row = z.object({ parts: z.coerce.number(), tables: z.coerce.number() })
  try {
    while (Date.now() < until) {
      const [found] = await olap.ask({ sql, row, pool: 'writer' })
      if (found && found.parts === found.tables) return
      await delay(1000)
    }
    throw new Error('The parts of the versions were not merged within 10 minutes')
  } finally {
    await olap.close()
  }
}
