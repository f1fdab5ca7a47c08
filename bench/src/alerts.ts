import { findMemberScope } from '@freeor/accounts/scope'
import { openLimiter } from '@freeor/kernel/limiter'
import { evaluateAlerts } from '@freeor/leads/alerts/evaluation/commands'
import { findDataset } from '@freeor/leads/dictionaries/queries'
import { knownPlaces } from '@freeor/leads/geography/known-places'
import { leadsLimits } from '@freeor/leads/limits'
import { planSearch } from '@freeor/leads/search/plan-search'
import type { SearchDeps } from '@freeor/leads/search/ports'
import { openSearchLimiter } from '@freeor/leads/search/search-limiter'
import { type Database, openDatabase } from '@freeor/postgres/database'
import type pg from 'pg'
import { changedFile } from './rows/changed-file.ts'
import { industries } from './rows/vocabulary.ts'
import { databaseUrlOf, onDatabase } from './server/customers.ts'
import { joinEngine } from './server/engine.ts'
import { DICTIONARY, importLeads } from './server/import-leads.ts'
import { timed } from './stopwatch.ts'
import type { BenchSystem } from './system.ts'
import { inMs, note, say, table } from './table.ts'

const ALERTS = 10_000
const CHANGED = 100_000
/** A company has members, and each asks to be told of many searches. */
const SEARCHES_A_PERSON = 20

const states = 'TX CA NY FL OH IL PA MI GA NC WA AZ MA TN IN MO MD WI CO MN NV OR UT KS'.split(' ')

/** Searches as people save them, none twice. */
function searchOf(n: number): { filter: string; dslFilter: string } {
  const state = states[n % states.length]
  const industry = industries[n % industries.length] ?? ''
  const [employees, founded] = [1 + (n % 400), 1950 + (n % 70)]
  const filters = [
    `employees:>=${employees} founded:>${founded}`,
    `industry:"${industry}" revenue:>${n}000`,
    `company:~"${'abcdefghij'[n % 10]}${'aeiou'[n % 5]}" employees:${employees}..${employees + 50 + (n % 37)}`,
    `-industry:"${industry}" founded:${founded}..${founded + 9} employees:<${n}`,
  ]
  return { filter: filters[n % filters.length] ?? '', dslFilter: n % 3 === 0 ? '' : `state:${state}` }
}

/** Made as rows: a member each of a company of the largest plan, who asks to be told of their own searches. */
async function addAlerts(client: pg.Client, version: number): Promise<void> {
  await client.query("SET statement_timeout = 0; SET session_replication_role = 'replica'")
  const people = ALERTS / SEARCHES_A_PERSON
  await client.query(`INSERT INTO users (id, name, email, email_verified)
    SELECT 'usr_bench' || n, 'Member ' || n, 'member' || n || '@bench.example', true FROM generate_series(1, ${people}) n`)
  await client.query(`INSERT INTO company_members (id, user_id, company_id, role, created_at)
    SELECT 'mem_bench' || n, 'usr_bench' || n, (SELECT company_id FROM company_members WHERE role = 'owner' LIMIT 1), 'member', now()
    FROM generate_series(1, ${people}) n`)
  const texts = Array.from({ length: ALERTS }, (_, n) => searchOf(n))
  await client.query(
    `INSERT INTO saved_searches (id, user_id, dict_id, search_name, filter, dsl_filter, query_url, count, data_version, created_at, updated_at)
      SELECT 'srch_bench' || n, 'usr_bench' || (1 + (n - 1) / ${SEARCHES_A_PERSON}), $1, 'Search ' || n, filter, dsl, '', 0, 1, now(), now()
      FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS one(filter, dsl, n)`,
    [DICTIONARY, texts.map(({ filter }) => filter), texts.map(({ dslFilter }) => dslFilter)],
  )
  await client.query(
    `INSERT INTO search_alerts (search_id, user_id, company_id, rhythm, evaluated_version, created_at)
      SELECT id, user_id, (SELECT company_id FROM company_members WHERE role = 'owner' LIMIT 1), 'weekly', $1, now() FROM saved_searches WHERE id LIKE 'srch_bench%'`,
    [version],
  )
  await client.query('ANALYZE')
}

/** Alerts whose search can't be read would be passed over, and cost nothing. */
async function requirePlans(search: SearchDeps, db: Database): Promise<void> {
  const dataset = await findDataset(db, DICTIONARY)
  const { rows } = await db.$client.query(
    "SELECT company_id FROM company_members WHERE user_id = 'usr_bench1'",
  )
  const scope = await findMemberScope(db, { userId: 'usr_bench1', companyId: rows[0]?.company_id ?? '' })
  if (!dataset || !scope) throw new Error('There is no dataset or no member')
  for (let n = 0; n < ALERTS; n++) await planSearch(search, scope, dataset, { ...searchOf(n), q: '' })
}

/** Ten thousand alerts over the leads that an import changed, from the searches' texts to what is kept for the mails. */
export async function benchAlerts(system: BenchSystem): Promise<void> {
  const server = await system.server()
  const first = await system.leads()
  note(`Importing them again, ${CHANGED.toLocaleString('en-US')} of them changed ...`)
  const second = await importLeads(server, await changedFile(system.file(), CHANGED), () => undefined)
  await onDatabase(server.dataDir, async (client) => await addAlerts(client, second.version))
  const olap = await joinEngine(server)
  const { db, close } = openDatabase(await databaseUrlOf(server.dataDir), { statementMilliseconds: 120_000 })
  const clock = { now: () => new Date() }
  const search: SearchDeps = {
    ...{ olap, places: knownPlaces, searches: openSearchLimiter(clock) },
    statements: openLimiter(leadsLimits.statements),
    prepareZipList: async () => false,
    prepareMarks: async () => undefined,
    prepareOwnList: async () => undefined,
    prepareLeadNotes: async ({ companyId }, datasetNo) => ({ companyId, datasetNo, revision: 0 }),
    readRowNotes: async () => new Map(),
    readOwnership: async ({ companyId }, datasetNo) => ({ companyId, datasetNo, readyNo: 0, leads: 0 }),
  }
  try {
    const { rows: moved } = await db.$client.query(
      `UPDATE search_alerts SET evaluated_version = ${first.version} WHERE search_id LIKE 'srch_bench%' RETURNING 1`,
    )
    await requirePlans(search, db)
    note(`Evaluating ${moved.length.toLocaleString('en-US')} alerts ...`)
    const { ms } = await timed(async () => await evaluateAlerts({ db, olap, clock, search }))
    const { rows } = await db.$client.query<{ alerts: string; leads: string; late: string }>(
      `SELECT count(*) AS alerts, coalesce(sum(leads), 0) AS leads,
        (SELECT count(*) FROM search_alerts WHERE evaluated_version <> ${second.version}) AS late FROM alert_hits`,
    )
    if (rows[0]?.late !== '0' || rows[0]?.alerts === '0') throw new Error('Not every alert was evaluated')
    say(`\nAlerts over what an import changed, in ${system.options.rows.toLocaleString('en-US')} leads\n`)
    say(
      table(
        ['alerts', 'changed leads', 'time', 'alerts that found some', 'leads found', 'to reach'],
        [
          [
            ...[ALERTS, CHANGED].map((count) => count.toLocaleString('en-US')),
            ...[inMs(ms), rows[0].alerts, rows[0].leads, '60 s'],
          ],
        ],
      ),
    )
  } finally {
    await close()
    await olap.close()
  }
}
