import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dropTables } from '@freeor/clickhouse/drop-tables'
import type { Olap } from '@freeor/clickhouse/olap'
import { businessTable, businessTables } from '@freeor/leads/businesses/business-tables'
import { writeBusinesses } from '@freeor/leads/businesses/write-businesses'
import { leadTable } from '@freeor/leads/dictionaries/lead-table'
import { dictionary } from '@freeor/leads/schema'
import { z } from 'zod'
import { printMemory } from './import.ts'
import { tableWith } from './matching.ts'
import { watchMemory } from './memory.ts'
import { type LabelledLead, labelledBusinesses } from './rows/labelled-businesses.ts'
import { onDatabase } from './server/customers.ts'
import { joinEngine } from './server/engine.ts'
import { readJson } from './server/http.ts'
import { DICTIONARY } from './server/import-leads.ts'
import type { Person, ProductionServer } from './server/server.ts'
import { timed } from './stopwatch.ts'
import type { BenchSystem } from './system.ts'
import { note, number, say, table } from './table.ts'

const BUSINESSES = 20_000
const SEED = 20261124

/** Which leads are one business: how rightly, on labelled rows; then what finding them adds to an import. */
export async function benchBusiness(system: BenchSystem): Promise<void> {
  const server = await system.server()
  const olap = await joinEngine(server)
  const [person] = await server.newPeople(1)
  if (!person) throw new Error('Nobody signed up')
  try {
    await measureQuality(server, olap)
    await measureTime(system, person, olap)
  } finally {
    person.close()
    await olap.close()
  }
}

const memberRow = z.object({ rowId: z.string(), business: z.string() })

async function measureQuality(server: ProductionServer, olap: Olap): Promise<void> {
  const { rows, first, second } = labelledBusinesses(SEED, BUSINESSES)
  const path = join(server.dataDir, 'labelled.csv')
  for (const file of [first, second]) {
    await writeFile(path, file)
    await server.freeor(['import', path, '--dictionary', 'labelled', '--yes', '--json'], () => undefined)
  }
  const { datasetNo } = await versionOf(olap, 'c_row_id')
  const names = `SELECT lead_id, c_row_id FROM freeor.leads_${datasetNo}_v1
    UNION DISTINCT SELECT lead_id, c_row_id FROM freeor.leads_${datasetNo}_v2`
  const members = await olap.ask({
    sql: `SELECT lead.c_row_id AS rowId, toString(one.business_id) AS business
      FROM ${businessTable(datasetNo, 2)} AS one INNER JOIN (${names}) AS lead ON lead.lead_id = one.lead_id`,
    pool: 'writer',
    row: memberRow,
  })
  const businessOf = new Map(members.map(({ rowId, business }) => [rowId, business]))
  say(`\n${rows.length.toLocaleString('en-US')} rows of which it is known which business they are\n`)
  say(
    table(
      ['rows', 'number', 'the same as another', 'joined', 'precision', 'recall'],
      judge(rows, businessOf).map(({ kind, ...sum }) => [
        kind,
        String(sum.rows),
        String(sum.pairs),
        String(sum.joined),
        sum.joined === 0 ? '-' : share(sum.right / sum.joined),
        sum.pairs === 0 ? '-' : share(sum.right / sum.pairs),
      ]),
    ),
  )
}

const share = (value: number): string => `${(100 * value).toFixed(1)} %`

type Sum = { kind: string; rows: number; pairs: number; joined: number; right: number }

/** Pairs of rows that are one business, and pairs that were found: each counts for the kind of its later row. */
function judge(rows: readonly LabelledLead[], businessOf: ReadonlyMap<string, string>): Sum[] {
  const sums = new Map<string, Sum>()
  const all = { kind: 'all', rows: 0, pairs: 0, joined: 0, right: 0 }
  const known = new Map<string, LabelledLead[]>()
  const found = new Map<string, LabelledLead[]>()
  for (const row of rows) {
    const own = sums.get(row.kind) ?? { kind: row.kind, rows: 0, pairs: 0, joined: 0, right: 0 }
    sums.set(row.kind, own)
    const business = businessOf.get(row.rowId) ?? row.rowId
    const same = found.get(business) ?? []
    for (const sum of [own, all]) {
      sum.rows++
      sum.pairs += known.get(row.truth)?.length ?? 0
      sum.joined += same.length
      sum.right += same.filter(({ truth }) => truth === row.truth).length
    }
    known.set(row.truth, [...(known.get(row.truth) ?? []), row])
    found.set(business, [...same, row])
  }
  return [...sums.values(), all]
}

/** The dataset and version of the newest table of leads that has a column. */
async function versionOf(olap: Olap, column: string): Promise<{ datasetNo: number; version: number }> {
  const [, datasetNo, version] = /_(\d+)_v(\d+)$/.exec(await tableWith(olap, column)) ?? []
  return { datasetNo: Number(datasetNo), version: Number(version) }
}

const countRow = z.object({ leads: z.coerce.number() })

/** A version of the bench's own. It has a record, as the server drops tables without one every minute. */
const DOUBLED = 999_999

async function measureTime(system: BenchSystem, person: Person, olap: Olap): Promise<void> {
  const server = await system.server()
  const imported = await system.leads()
  const { columns } = dictionary.parse(readJson(await person.send('GET', `/api/dictionaries/${DICTIONARY}`)))
  const find = async (of: { datasetNo: number; version: number }) => {
    const stop = watchMemory({ engine: server.processes().engine })
    const { ms } = await timed(
      async () => await writeBusinesses(olap, { ...of, columns, previous: 0, previousColumns: [] }),
    )
    const sql = `SELECT count() AS leads FROM ${businessTable(of.datasetNo, of.version)}`
    const [joined] = await olap.ask({ sql, pool: 'writer', row: countRow })
    return { seconds: ms / 1000, memory: stop().engine, joined: joined?.leads ?? 0 }
  }
  const of = await versionOf(olap, 'c_contact_name')
  note('Finding businesses among all leads ...')
  const alone = await find(of)
  note('... and with a fifth of them a second time ...')
  const doubled = { datasetNo: of.datasetNo, version: DOUBLED }
  const leads = leadTable(doubled.datasetNo, doubled.version)
  await onDatabase(server.dataDir, async (client) => {
    await client.query(
      `INSERT INTO dataset_versions SELECT dict_id, $1, rows, columns, identity, bounds, imported_at
        FROM dataset_versions WHERE dict_id = $2 AND version = $3`,
      [DOUBLED, DICTIONARY, of.version],
    )
  })
  await olap.write(`CREATE TABLE ${leads} AS ${leadTable(of.datasetNo, of.version)}`)
  await olap.write(`INSERT INTO ${leads} SELECT * FROM ${leadTable(of.datasetNo, of.version)}`)
  await olap.write(`INSERT INTO ${leads} SELECT * REPLACE (sipHash64(lead_id) AS lead_id)
    FROM ${leadTable(of.datasetNo, of.version)} WHERE row % 5 = 0`)
  const twice = await find(doubled)
  await onDatabase(server.dataDir, async (client) => {
    await client.query('DELETE FROM dataset_versions WHERE version = $1', [DOUBLED])
  })
  await olap.write(`DROP TABLE IF EXISTS ${leads} SYNC`)
  await dropTables(olap, businessTables(doubled.datasetNo, doubled.version))
  say(`\nFinding businesses among ${imported.rowsStored.toLocaleString('en-US')} leads\n`)
  say(
    table(
      ['', 'once', 'a fifth twice'],
      [
        ['seconds', number(alone.seconds), number(twice.seconds)],
        ['leads that are a business with others', String(alone.joined), String(twice.joined)],
        ['seconds of the whole import', number(imported.seconds), ''],
      ],
    ),
  )
  const none = { own: 0, resident: 0 }
  const nothing = { before: none, peak: none }
  printMemory({ 'engine, once': alone.memory ?? nothing, 'engine, a fifth twice': twice.memory ?? nothing })
}
