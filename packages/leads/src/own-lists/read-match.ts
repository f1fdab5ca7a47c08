import { requireRight } from '@freeor/accounts/policy'
import type { CompanyScope } from '@freeor/kernel/scope'
import { z } from 'zod'
import { readAllowance, requireActivePlan } from '../allowance/queries.ts'
import { columnName, leadTable } from '../dictionaries/lead-table.ts'
import { countOwned } from '../ownership/count-owned.ts'
import type { LeadIds } from '../ownership/owned-leads.ts'
import { readOwnership } from '../ownership/read-ownership.ts'
import { ownListMatchesTable } from '../query/own-lists.ts'
import type { Column } from '../schema.ts'
import type { SearchDataset, SearchDeps } from '../search/ports.ts'
import { engineRow, findMarked, findOwned, presentRow } from '../search/read-page.ts'
import { readListed } from '../suppression/read-listed.ts'
import { isListed, type Listed, listedParams } from '../suppression/suppressed-leads.ts'
import { ownListLimits } from './limits.ts'
import { wayOf, wayOfSql } from './match-sql.ts'
import { ownListRowsTable } from './own-list-tables.ts'
import type { OwnListDeps } from './ports.ts'
import { prepareOwnList } from './prepare-own-list.ts'
import { getOwnList, noSuchOwnList } from './queries.ts'
import { type MatchedRow, matchWays, type OwnListMatch } from './schema.ts'
import type { OwnListRow } from './tables.ts'

export type MatchDeps = OwnListDeps & { readonly search: SearchDeps }

/** A list that is matched with the serving version of a dataset. */
export type Matched = {
  readonly list: OwnListRow
  readonly dataset: SearchDataset
  readonly key: string
}

type Asked = { readonly id: string; readonly dataset: SearchDataset }

/** Matches a list with a dataset as it serves now; the first who asks waits. @throws AppError `not_found` */
export async function matchList(
  deps: OwnListDeps,
  scope: CompanyScope,
  { id, dataset }: Asked,
): Promise<Matched> {
  const list = await getOwnList(deps, scope, id)
  const { datasetNo, dictionary } = dataset
  const version = { datasetNo, version: dictionary.version, columns: dictionary.columns }
  const key = await prepareOwnList(deps, scope, { id, version })
  if (key === undefined) throw noSuchOwnList()
  return { list, dataset, key }
}

/** The leads of the dataset that a list matches; those that were removed since then are not among them. */
export function matchedIds({ dataset: { datasetNo, dictionary }, key }: Matched, leads: number): LeadIds {
  return {
    sql: `SELECT lead_id FROM ${leadTable(datasetNo, dictionary.version)} WHERE lead_id IN
      (SELECT lead_id FROM ${ownListMatchesTable} WHERE match_key = {lstKey:String} AND is_clear = 1)`,
    params: { lstKey: key },
    leads,
  }
}

/** What the company's suppression lists mean of the dataset; nothing on a plan without them. */
export async function listedOf(
  { db, olap, clock }: OwnListDeps,
  scope: CompanyScope,
  { datasetNo, dictionary: { version, columns } }: SearchDataset,
): Promise<Listed> {
  const { searchSuppressions } = await readAllowance(db, scope, clock.now())
  if (!searchSuppressions) return { lists: [], datasetNo, version, leads: 0 }
  return await readListed({ db, olap }, scope.companyId, { datasetNo, version, columns })
}

/**
 * What of a list is in a dataset: how many of its rows, by what, and the first of them, with contact cells covered.
 * @throws AppError `not_found`, `forbidden` for a viewer, `payment_required` without a plan
 */
export async function readMatch(deps: MatchDeps, scope: CompanyScope, asked: Asked): Promise<OwnListMatch> {
  requireRight(scope, 'downloads.order')
  await requireActivePlan(deps.db, scope)
  const matched = await matchList(deps, scope, asked)
  const { list, dataset } = matched
  const { ways, unclear } = await countRows(deps, matched)
  const sum = ways.reduce((all, { rows }) => all + rows, 0)
  return {
    dictId: dataset.dictionary.dictId,
    dataVersion: dataset.dictionary.version,
    ...{ rows: list.rows, matched: sum, unclear, unmatched: list.rows - sum - unclear },
    ...(await countLeads(deps, scope, matched)),
    ways,
    filters: { matched: `list:@${list.id}`, others: `-list:@${list.id}` },
    preview: await readPreview(deps, scope, matched),
  }
}

const wayRow = z.object({ way: z.string(), is_clear: z.coerce.number(), rows: z.coerce.number() })

/** A lead that was removed since the match counts no more. */
async function countRows({ search: { olap, statements } }: MatchDeps, matched: Matched) {
  const { sql, params } = matchedIds(matched, 0)
  const ask = async () =>
    await olap.ask({
      sql: `SELECT ${wayOfSql} AS way, is_clear, uniqExact(row) AS rows FROM ${ownListMatchesTable}
        WHERE match_key = {lstKey:String} AND (is_clear = 0 OR lead_id IN (${sql})) GROUP BY way, is_clear`,
      params,
      row: wayRow,
    })
  const unclear = async () =>
    await olap.ask({
      sql: `SELECT uniqExact(row) AS rows FROM ${ownListMatchesTable}
        WHERE match_key = {lstKey:String} AND is_clear = 0`,
      params,
      row: z.object({ rows: z.coerce.number() }),
    })
  const found = await statements.run({}, ask)
  const [none] = await statements.run({}, unclear)
  const rowsOf = (by: string) => found.find(({ way, is_clear }) => way === by && is_clear === 1)?.rows ?? 0
  const ways = matchWays.flatMap((by) => (rowsOf(by) > 0 ? [{ by, rows: rowsOf(by) }] : []))
  return { ways, unclear: none?.rows ?? 0 }
}

const leadCount = z.object({ leads: z.coerce.number() })

async function countLeads(deps: MatchDeps, scope: CompanyScope, matched: Matched) {
  const { olap, statements } = deps.search
  const count = async (sql: string, params: LeadIds['params']) => {
    const [row] = await statements.run(
      {},
      async () => await olap.ask({ sql: `SELECT count() AS leads FROM (${sql})`, params, row: leadCount }),
    )
    return row?.leads ?? 0
  }
  const all = matchedIds(matched, 0)
  const leads = await count(all.sql, all.params)
  const ids = matchedIds(matched, leads)
  const ownership = await readOwnership(deps, {
    companyId: scope.companyId,
    datasetNo: matched.dataset.datasetNo,
  })
  const owned = await countOwned({ olap, statements }, ownership, ids)
  const listed = await listedOf(deps, scope, matched.dataset)
  const suppressed =
    listed.leads === 0
      ? 0
      : await count(`${ids.sql} AND ${isListed(listed, ids)}`, { ...ids.params, ...listedParams(listed) })
  return { leads, owned, suppressed }
}

const previewRow = engineRow.extend({
  list_row: z.coerce.number(),
  list_cells: z.array(z.string()),
  how: z.number(),
  is_clear: z.number(),
  is_there: z.number(),
})

async function readPreview(
  { search }: MatchDeps,
  scope: CompanyScope,
  { list, dataset, key }: Matched,
): Promise<MatchedRow[]> {
  const { datasetNo, dictionary } = dataset
  const columns: readonly Column[] = dictionary.columns
  const first = `SELECT row, cells AS list_cells FROM ${ownListRowsTable} WHERE list_id = {lst:String}
    ORDER BY row LIMIT ${ownListLimits.shown}`
  const sql = `SELECT listed.row AS list_row, found.lead_row AS row, listed.list_cells AS list_cells, found.how AS how,
      found.is_clear AS is_clear, found.is_there AS is_there, toString(found.lead_id) AS lead_id,
      p_lat, p_lon, ${columns.map(columnName).join(', ')}
    FROM (${first}) AS listed LEFT JOIN (
      SELECT taken.row AS row, taken.how AS how, taken.is_clear AS is_clear, lead.known AS is_there,
        lead.lead_id AS lead_id, lead.row AS lead_row, lead.p_lat AS p_lat, lead.p_lon AS p_lon
        ${columns.map((column) => `, lead.${columnName(column)} AS ${columnName(column)}`).join('')}
      FROM (SELECT row, any(how) AS how, max(is_clear) AS is_clear, any(lead_id) AS taken_id
        FROM ${ownListMatchesTable}
        WHERE match_key = {lstKey:String} AND row IN (SELECT row FROM (${first})) GROUP BY row) AS taken
      LEFT JOIN (SELECT 1 AS known, lead_id, row, p_lat, p_lon, ${columns.map(columnName).join(', ')}
        FROM ${leadTable(datasetNo, dictionary.version)} WHERE lead_id IN (SELECT lead_id
          FROM ${ownListMatchesTable} WHERE match_key = {lstKey:String} AND is_clear = 1
            AND row IN (SELECT row FROM (${first})))) AS lead ON lead.lead_id = taken.taken_id
    ) AS found ON found.row = listed.row ORDER BY list_row`
  const rows = await search.statements.run(
    {},
    async () => await search.olap.ask({ sql, params: { lst: list.id, lstKey: key }, row: previewRow }),
  )
  const leadIds = rows.flatMap((row) => (row.is_there === 1 ? [row.lead_id] : []))
  const owned = await findOwned(search, scope, { datasetNo, leadIds })
  const version = { datasetNo, rowsVersion: dictionary.version, context: { columns } }
  const there = rows.filter(({ is_there }) => is_there === 1)
  const marked = await findMarked(search, version, there)
  return rows.map((row): MatchedRow => {
    const isMatched = row.is_there === 1 && row.is_clear === 1
    return {
      row: row.list_row,
      cells: row.list_cells,
      state: isMatched ? 'matched' : row.how > 0 && row.is_clear === 0 ? 'unclear' : 'unmatched',
      by: isMatched ? wayOf(row.how) : null,
      lead: isMatched
        ? presentRow(row, columns, { owned: owned.has(row.lead_id), doNotCall: marked.get(row.row) ?? [] })
        : null,
    }
  })
}
