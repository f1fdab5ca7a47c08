import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Olap } from '@freeor/clickhouse/olap'
import { connectClickHouse } from '@freeor/clickhouse/remote'
import { z } from 'zod'
import type { ProductionServer } from './server.ts'

const announcement = z.object({ clickhouseUrl: z.string() })
const LIMIT_MINUTES = 240

/** The engine of a running server, as a command of ours joins it. */
export async function joinEngine(server: ProductionServer): Promise<Olap & { readonly url: string }> {
  const text = await readFile(join(server.dataDir, 'engines.json'), 'utf8')
  const { clickhouseUrl: url } = announcement.parse(JSON.parse(text))
  return { ...(await connectClickHouse({ url, log: () => undefined })), url }
}

/**
 * Waits until the server has merged every table of leads into one part and packed the rows, as it does over time. A
 * version whose packed rows the disk has no room for need not have any.
 * @throws Error after four hours: 100 million leads take long
 */
export async function whenMerged(server: ProductionServer): Promise<void> {
  await waitFor(server, 'The parts of the versions were not merged and packed', async (olap) => {
    const tables = await olap.ask({ sql: partsSql, row: partsRow, pool: 'writer' })
    const packed = new Set(await readdir(join(server.dataDir, 'packed-rows')))
    const log = await readFile(join(server.dataDir, 'logs', 'server.log'), 'utf8')
    for (const line of log.split('\n'))
      if (line.includes('no room for the packed rows'))
        packed.add(withoutRoomLine.parse(JSON.parse(line)).name)
    const leads = tables.filter(({ name }) => name.startsWith('leads_'))
    return leads.every(
      ({ name, parts, rows }) =>
        parts === 1 && (rows < LEAST_PACKED || packed.has(`${name.replace('leads_', '')}.rows`)),
    )
  })
}

/** Smaller versions get no packed rows. */
const LEAST_PACKED = 100_000

const partsSql = `SELECT table AS name, count() AS parts, sum(rows) AS rows FROM system.parts
  WHERE active AND database = 'freeor' GROUP BY table`
const partsRow = z.object({ name: z.string(), parts: z.coerce.number(), rows: z.coerce.number() })

const withoutRoomLine = z.object({ name: z.string() })
const logLine = z.object({ msg: z.string(), datasetNo: z.number().optional() })
const newestRow = z.object({ dataset: z.coerce.number() })

/** Waits until the columns of the newest dataset, which was searched, are in the server's memory. */
export async function whenInMemory(server: ProductionServer): Promise<void> {
  await waitFor(server, 'The columns are not in memory', async (olap) => {
    const [newest] = await olap.ask({
      sql: `SELECT max(toUInt32(extract(name, '_([0-9]+)_'))) AS dataset FROM system.tables
        WHERE database = 'freeor' AND name LIKE 'leads\\_%'`,
      row: newestRow,
      pool: 'writer',
    })
    const text = await readFile(join(server.dataDir, 'logs', 'server.log'), 'utf8')
    return text.split('\n').some((line) => {
      if (!line.includes('are in memory')) return false
      return logLine.parse(JSON.parse(line)).datasetNo === newest?.dataset
    })
  })
}

type Look = (olap: Olap) => Promise<boolean>

async function waitFor(server: ProductionServer, failure: string, isSo: Look): Promise<void> {
  const olap = await joinEngine(server)
  const until = Date.now() + LIMIT_MINUTES * 60_000
  try {
    while (Date.now() < until) {
      if (await isSo(olap)) return
      await delay(1000)
    }
    throw new Error(`${failure} within ${LIMIT_MINUTES} minutes`)
  } finally {
    await olap.close()
  }
}
