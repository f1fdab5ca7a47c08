import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pipesFolderOf } from '@freeor/clickhouse/embedded'
import { dictionary } from '@freeor/leads/schema'
import { z } from 'zod'
import { type ExportOrder, exportResult } from './export-process.ts'
import { printMemory } from './import.ts'
import { watchMemory } from './memory.ts'
import { joinEngine } from './server/engine.ts'
import { readJson } from './server/http.ts'
import { DICTIONARY } from './server/import-leads.ts'
import type { ProductionServer } from './server/server.ts'
import type { BenchSystem } from './system.ts'
import { number, say, table } from './table.ts'

/** Writing the file of a download: a hundredth of the leads, a tenth, all. */
export async function benchExport(system: BenchSystem): Promise<void> {
  await system.leads()
  const server = await system.server()
  const order = await orderOf(server)
  const sizes = [...new Set([100, 10, 1].map((part) => Math.max(1, Math.floor(system.options.rows / part))))]
  const lines: string[][] = []
  let memory: ReturnType<ReturnType<typeof watchMemory>> = {}
  for (const rows of sizes) {
    const child = fork(join(import.meta.dirname, 'export-process.ts'))
    const stop = watchMemory({ engine: server.processes().engine, 'writing process': child.pid ?? 0 })
    child.send({ ...order, rows })
    const [message] = await Promise.race([once(child, 'message'), refused(once(child, 'exit'))])
    memory = stop()
    const { bytes, seconds } = exportResult.parse(message)
    lines.push([
      `${rows.toLocaleString('en-US')} leads, ${number(bytes / 1e6)} MB`,
      number(seconds),
      number(bytes / 1e6 / seconds),
      number(((memory.engine?.peak.own ?? 0) - (memory.engine?.before.own ?? 0)) / 1024 ** 2),
    ])
  }
  say('\nFile of a download: from the frozen ids to the synced file with its SHA-256\n')
  say(table(['file', 'seconds', 'MB a second', 'engine, MiB more'], lines))
  say('\nMemory of the largest\n')
  printMemory(memory)
}

async function refused(exit: Promise<unknown[]>): Promise<never> {
  const [code] = await exit
  throw new Error(`The process that writes the file ended with ${String(code)}`)
}

const tableRow = z.object({ name: z.string() })

/** Where the engine answers and what it contains: the newest dataset is the bench's. */
async function orderOf(server: ProductionServer): Promise<Omit<ExportOrder, 'rows'>> {
  const olap = await joinEngine(server)
  const [newest] = await olap.ask({
    sql: `SELECT name FROM system.tables WHERE database = 'freeor' AND match(name, '^leads_[0-9]+_v[0-9]+$')
      ORDER BY toUInt32(extract(name, '^leads_([0-9]+)')) DESC LIMIT 1`,
    pool: 'writer',
    row: tableRow,
  })
  await olap.close()
  const [, datasetNo, rowsVersion] = newest?.name.match(/^leads_(\d+)_v(\d+)$/) ?? []
  const [person] = await server.newPeople(1)
  if (person === undefined || newest === undefined) throw new Error('There are no leads to write')
  const { columns } = dictionary.parse(readJson(await person.send('GET', `/api/dictionaries/${DICTIONARY}`)))
  person.close()
  const folder = join(server.dataDir, 'bench-files')
  const version = { datasetNo: Number(datasetNo), rowsVersion: Number(rowsVersion) }
  const engine = { clickhouseUrl: olap.url, pipesFolder: pipesFolderOf(server.dataDir) }
  return { ...engine, folder, table: `freeor.${newest.name}`, columns, ...version }
}
