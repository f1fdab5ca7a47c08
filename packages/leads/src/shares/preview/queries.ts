import { AppError } from '@freeor/kernel/errors'
import type { Limiter } from '@freeor/kernel/limiter'
import type { Tx } from '@freeor/postgres/database'
import { z } from 'zod'
import { columnName, isTextual, leadTable } from '../../dictionaries/lead-table.ts'
import { findDataset } from '../../dictionaries/queries.ts'
import { topLevel } from '../../query/ast.ts'
import { openBinder } from '../../query/binder.ts'
import { isCompanyOnly } from '../../query/company-only.ts'
import { missingColumns } from '../../saved-searches/missing-columns.ts'
import { type Column, cellValue } from '../../schema.ts'
import { askVersion } from '../../search/ask-version.ts'
import { countLeads } from '../../search/count-leads.ts'
import { orderOf } from '../../search/order.ts'
import { filterOf, planSearch, type SearchPlan } from '../../search/plan-search.ts'
import type { SearchDataset, SearchDeps } from '../../search/ports.ts'
import { MASK } from '../../search/read-page.ts'
import { shareLimits } from '../limits.ts'
import type { LiveLink } from '../queries.ts'
import type { SharedSearch } from '../schema.ts'

export type PreviewDeps = {
  readonly db: Tx
  readonly search: SearchDeps
  /** Limits the counts under way; a link's count against its own company's. */
  readonly counting: Limiter
}

/** Columns that a preview shows: those a person would look at first, and contacts to show that there are some. */
const SHOWN = { plain: 5, contact: 2 } as const

function shownColumns(columns: readonly Column[]): Column[] {
  const plain = columns.filter(({ contact, kind }) => !contact && !['lat', 'lon', 'id', 'zip'].includes(kind))
  return [...plain.slice(0, SHOWN.plain), ...columns.filter(({ contact }) => contact).slice(0, SHOWN.contact)]
}

type Problem = SharedSearch['problem']

/** What a search that cannot be run any more says; every other error is the server's. */
const problems: Readonly<Record<string, Problem>> = { invalid_query: 'columns_gone', gone: 'version_gone' }

/**
 * The search of a link, read as its maker would read it, without one contact cell, whoever asks: also where the asker
 * or the maker owns the lead. A download's search is shown at its version.
 */
export async function readSharedSearch(deps: PreviewDeps, found: LiveLink): Promise<SharedSearch> {
  const { searchName, dictId, filter, dslFilter, dataVersion } = found
  const dataset = await findDataset(deps.db, dictId, dataVersion ?? undefined)
  const empty = { count: null, dataVersion, importedAt: null, columns: [], rows: [], missingColumns: [] }
  const texts = { searchName, dictId, filter, dslFilter }
  if (!dataset) return { ...texts, ...empty, name: dictId, problem: 'dataset_gone' }
  const { name, columns } = dataset.dictionary
  if (isCompanyOnly(filter)) return { ...texts, ...empty, name, problem: 'company_only' }
  try {
    return { ...texts, name, ...(await run(deps, found, dataset)), problem: null, missingColumns: [] }
  } catch (error) {
    const problem = error instanceof AppError ? problems[error.code] : undefined
    if (!problem) throw error
    const missing = problem === 'columns_gone' ? missingColumns([filter, dslFilter], columns) : []
    return { ...texts, ...empty, name, problem, missingColumns: missing }
  }
}

async function run({ search, counting }: PreviewDeps, found: LiveLink, dataset: SearchDataset) {
  const { filter, dslFilter, dataVersion, maker } = found
  const input = { filter, dslFilter, q: '', ...(dataVersion !== null && { asOf: dataVersion }) }
  const plan = await planSearch(search, maker, dataset, input)
  const columns = shownColumns(plan.context.columns)
  return await counting.run({ key: maker.companyId }, async () => ({
    count: await countLeads(search, plan),
    dataVersion: plan.dataVersion,
    importedAt:
      dataset.dictionary.versions.find(({ version }) => version === plan.dataVersion)?.importedAt ?? null,
    columns: columns.map(({ key, label, kind }) => ({ key, label, kind })),
    rows: await readRows(search, plan, columns),
  }))
}

const engineRow = z.record(z.string(), z.unknown())

/** The first rows. A contact cell is not read: only whether there is something in it. */
async function readRows(search: SearchDeps, plan: SearchPlan, columns: readonly Column[]) {
  const binder = openBinder()
  const filter = filterOf(plan, topLevel(plan.query), binder)
  const cells = columns.map((column) => {
    const name = columnName(column)
    if (!column.contact) return name
    return `${isTextual(column.kind) ? `notEmpty(${name})` : `isNotNull(${name})`} AS has_${column.key}`
  })
  const sql = `SELECT ${cells.join(', ')} FROM ${leadTable(plan.datasetNo, plan.rowsVersion)} ${filter}
    ORDER BY ${orderOf([], plan.context.columns, plan.total)} LIMIT ${shareLimits.rows}`
  const rows = await askVersion(search, {
    revision: plan.revision,
    sql,
    params: binder.params,
    row: engineRow,
  })
  return rows.map((row, index) => presentRow(row, columns, index))
}

function presentRow(row: z.infer<typeof engineRow>, columns: readonly Column[], index: number) {
  const cells: SharedSearch['rows'][number]['cells'] = {}
  const masked: string[] = []
  for (const column of columns) {
    if (!column.contact) {
      cells[column.key] = cellValue.parse(row[columnName(column)] ?? null)
      continue
    }
    const isThere = Boolean(row[`has_${column.key}`])
    if (isThere) masked.push(column.key)
    cells[column.key] = isThere ? MASK : null
  }
  // Its number in the preview: a lead's own id is nobody's business here.
  return { id: String(index + 1), cells, masked }
}
