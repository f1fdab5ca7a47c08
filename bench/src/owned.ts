import { randomUUID } from 'node:crypto'
import type { Olap } from '@freeor/clickhouse/olap'
import { offeredQuote } from '@freeor/leads/downloads/schema'
import { ownedDownloadsTable, ownedLeadsTable } from '@freeor/leads/ownership/owned-leads'
import { searchAnswer } from '@freeor/leads/schema'
import { z } from 'zod'
import { onDatabase } from './server/customers.ts'
import { joinEngine } from './server/engine.ts'
import { readJson } from './server/http.ts'
import { DICTIONARY } from './server/import-leads.ts'
import type { Person } from './server/server.ts'
import { measure, median, quantile } from './stopwatch.ts'
import type { BenchSystem } from './system.ts'
import { inMs, note, say, table } from './table.ts'

const MOST_FILES = 200_000
/** How many leads are owned, and from how many files. */
const shares = [0, 0.001, 0.01, 0.1, 1]

/** What a search, a quote and an order cost a company that owns ever more leads, from ever more files. */
export async function benchOwned(system: BenchSystem): Promise<void> {
  await system.leads()
  const server = await system.server()
  const olap = await joinEngine(server)
  const { rows, runs } = system.options
  const lines: string[][] = []
  try {
    const leads = await newestTable(olap)
    for (const share of shares) {
      const owned = { leads: Math.floor(rows * share), files: Math.floor(MOST_FILES * share) }
      note(`A company that owns ${owned.leads.toLocaleString('en-US')} leads ...`)
      const [person] = await server.newPeople(1)
      if (!person) throw new Error('Nobody signed up')
      const { dataDir } = server
      // For the orders of new leads: more than all of them take.
      const grant = ['grant', person.email, '2000', '--reason', 'To be measured']
      await server.freeor(grant, () => undefined)
      if (owned.files > 0) await giveLeads({ dataDir, olap, email: person.email, from: leads, owned })
      const times = await measurePerson(person, { leads: owned.leads, total: rows, runs })
      lines.push([
        `${owned.leads.toLocaleString('en-US')} leads, ${owned.files.toLocaleString('en-US')} files`,
        ...times.map((ms) => `${inMs(median(ms))} (${inMs(quantile(ms, 0.95))})`),
      ])
      person.close()
    }
  } finally {
    await olap.close()
  }
  say('\nA company that owns leads of the dataset: whole HTTP calls, median (p95)\n')
  say(
    table(['owned', 'page of a state', 'quote a state', 'quote all', 'quote without owned', 'order'], lines),
  )
}

type LeadsTable = { readonly name: string; readonly datasetNo: number }

async function newestTable(olap: Olap): Promise<LeadsTable> {
  const [newest] = await olap.ask({
    sql: `SELECT name, toUInt32(extract(name, '^leads_([0-9]+)')) AS no FROM system.tables
      WHERE database = 'freeor' AND match(name, '^leads_[0-9]+_v[0-9]+$') ORDER BY no DESC LIMIT 1`,
    pool: 'writer',
    row: z.object({ name: z.string(), no: z.coerce.number() }),
  })
  if (!newest) throw new Error('There are no leads')
  return { name: `freeor.${newest.name}`, datasetNo: newest.no }
}

type Owned = { readonly leads: number; readonly files: number }
type Gift = {
  readonly dataDir: string
  readonly olap: Olap
  readonly email: string
  readonly from: LeadsTable
  readonly owned: Owned
}

const idsRow = z.array(z.object({ company: z.string(), person: z.string() })).min(1)

/** Writes what so many orders of the company would leave; its credits would not cover real ones. */
async function giveLeads({ dataDir, olap, email, from, owned }: Gift): Promise<void> {
  const { leads, files } = owned
  const company = await onDatabase(dataDir, async (client) => {
    const found = await client.query(
      `SELECT companies.id AS company, users.id AS person
        FROM companies JOIN users ON users.id = owner_user_id WHERE users.email = $1`,
      [email],
    )
    const [ids] = idsRow.parse(found.rows)
    // The foreign keys are right, and checking each takes longer than everything else here.
    await client.query('SET session_replication_role = replica; SET statement_timeout = 0')
    await client.query(insertFiles, [ids?.company, ids?.person, from.datasetNo, leads, files])
    return ids?.company ?? ''
  })
  const params = { company, dataset: from.datasetNo, leads, files }
  await olap.write(
    `INSERT INTO ${ownedLeadsTable} (company_id, dataset_no, lead_id, ready_no)
      SELECT {company:String}, {dataset:UInt32}, lead_id, 1 + row % {files:UInt32}
      FROM ${from.name} ORDER BY sipHash64(row) LIMIT {leads:UInt64}`,
    params,
  )
  await olap.write(
    `INSERT INTO ${ownedDownloadsTable} (company_id, dataset_no, ready_no, download_id)
      SELECT {company:String}, {dataset:UInt32}, number + 1, concat({company:String}, toString(number + 1))
      FROM numbers({files:UInt64})`,
    params,
  )
}

const insertFiles = `INSERT INTO downloads (id, company_id, user_id, idempotency_key, request_hash, search_name, dict_id,
    filter, dsl_filter, query_url, dataset_no, data_version, rows_version, version_rows, sort, columns, sort_columns,
    format, row_offset, suppress_owned, state, rows, new_leads, file_name, file_key, bytes, sha256, created_at,
    updated_at, ready_at, ready_no, owned_leads)
  SELECT $1 || n, $1, $2, 'bench' || n, '', '', '${DICTIONARY}', '', '', '', $3::int, 1, 1, 1, '[]', '[]', '[]', 'csv', 0,
    false, 'ready', $4::int / $5::int, $4::int / $5::int, 'a.csv', 'a', 1, 'a', now(), now(), now(), n,
    ($4::bigint * n / $5::int)::int
  FROM generate_series(1, $5::int) AS n`

/** Milliseconds of each run of each call, in the order of the table's columns. */
async function measurePerson(person: Person, { leads, total, runs }: Measuring): Promise<number[][]> {
  const send = async (path: string, body: object, headers = {}) =>
    readJson(await person.send('POST', path, body, headers))
  const page = async () =>
    searchAnswer.parse(await send(`/api/search/${DICTIONARY}`, { filter: 'state:TX', limit: 50 })).count
  const quote = async (request: object) =>
    offeredQuote.parse(await send('/api/downloads/quote', { dictId: DICTIONARY, ...request }))
  const texas = async () => (await quote({ filter: 'state:TX' })).alreadyOwned
  const all = async () => (await quote({})).alreadyOwned
  const rest = async () => (await quote({ suppressOwned: true })).newLeads
  if ((await all()) !== leads) throw new Error('The quote does not know what is owned')
  if ((await rest()) !== total - leads) throw new Error('What is not owned is not the rest')
  const order = async () => {
    const key = { 'idempotency-key': randomUUID() }
    await send('/api/downloads', { dictId: DICTIONARY, filter: 'state:TX', limit: 25 }, key)
    return true
  }
  const times: number[][] = []
  for (const work of [page, texas, all, rest, order]) {
    const repetition = { warmUps: 1, runs: Math.min(runs, ORDERS), atMostMs: 60_000 }
    times.push((await measure<number | boolean>(work, repetition)).ms)
  }
  return times
}

type Measuring = { readonly leads: number; readonly total: number; readonly runs: number }

/** Each takes 25 of the plan's leads. */
const ORDERS = 31
