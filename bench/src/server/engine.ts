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
 * Waits until the server has merged every table of leads into one part and packed the rows, as it does over time.
 * @throws Error after 10 minutes
 */
export async function whenMerged(server: ProductionServer): Promise<void> {
  await waitFor(server, 'The parts of the versions were not merged and packed', async (olap) => {
    const [found] = await olap.ask({ sql: partsSql, row: partsRow, pool: 'writer' })
    return found !== undefined && found.parts === found.tables && found.packed === found.tables
  })
}

const partsSql = `SELECT countIf(table LIKE 'leads\\_%') AS parts, uniqIf(table, table LIKE 'leads\\_%') AS tables,
  uniqIf(table, match(table, '^packed_[0-9]+_v[0-9]+$')) AS packed
  FROM system.parts WHERE active AND database = 'freeor'`
const partsRow = z.object({
  parts: z.coerce.number(),
  tables: z.coerce.number(),
  packed: z.coerce.number(),
})

const logLine = z.object({ msg: z.string(), datasetNo: z.number().optional() })
const largestRow = z.object({ dataset: z.coerce.number() })

/** Waits until the columns of the largest dataset, which was searched, are in the server's memory. */
export async function whenInMemory(server: ProductionServer): Promise<void> {
  await waitFor(server, 'The columns are not in memory', async (olap) => {
    const [largest] = await olap.ask({
      sql: `SELECT extract(name, '_([0-9]+)_') AS dataset FROM system.tables
        WHERE database = 'freeor' AND name LIKE 'leads\\_%' ORDER BY total_rows DESC LIMIT 1`,
      row: largestRow,
      pool: 'writer',
    })
    const text = await readFile(join(server.dataDir, 'logs', 'server.log'), 'utf8')
    return text.split('\n').some((line) => {
      if (!line.includes('are in memory')) return false
      return logLine.parse(JSON.parse(line)).datasetNo === largest?.dataset
    })
  })
}

type Look = (olap: Olap) => Promise<boolean>

async function waitFor(server: ProductionServer, failure: string, isSo: Look): Promise<void> {
  const olap = await joinEngine(server)
  const until = Date.now() + LIMIT_MS
  try {
    while (Date.now() < until) {
      if (await isSo(olap)) return
      await delay(1000)
    }
    throw new Error(`${failure} within 10 minutes`)
  } finally {
    await olap.close()
  }
}
