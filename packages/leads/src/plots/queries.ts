import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import { z } from 'zod'
import { columnName, isTextual, leadTable } from '../dictionaries/lead-table.ts'
import { type Node, topLevel } from '../query/ast.ts'
import { openBinder } from '../query/binder.ts'
import { compileNode } from '../query/compile-query.ts'
import { printNode } from '../query/print-query.ts'
import type { Column } from '../schema.ts'
import { askVersion } from '../search/ask-version.ts'
import { countGroups } from '../search/count-groups.ts'
import { filterOf, planSearch, type SearchPlan } from '../search/plan-search.ts'
import type { SearchDataset, SearchDeps } from '../search/ports.ts'
import { runAsSearch } from '../search/run-as-search.ts'
import { tooWide } from '../search/wide-clause.ts'
import { binsOf } from './bins.ts'
import { type PlotColumns, plotColumns } from './plot-columns.ts'
import {
  type Plot,
  type PlotBar,
  type PlotsAnswer,
  type PlotsRequest,
  plotsAnswer,
  plotsRequest,
} from './schema.ts'

/** Bars of a plot of values; the rest of the values is one figure. */
const mostValues = 12
/** Numbers from here on are in no bin: the query language reads 18 digits. */
const largest = 1e15

type Asking = {
  readonly deps: SearchDeps
  readonly plan: SearchPlan
  readonly signal: AbortSignal | undefined
}
type Measured = { readonly kind: 'size' | 'year'; readonly column: Column }

/**
 * The leads of a search by state, by size, by category and by year, in exact counts from one version. Which columns are
 * sizes, categories and years, the dictionary says by their kinds.
 * @throws AppError as `searchLeads`; `invalid_request` for a column that cannot be drawn as asked
 */
export async function countPlots(
  deps: SearchDeps,
  scope: CompanyScope,
  { dataset, request, signal }: { dataset: SearchDataset; request: PlotsRequest; signal?: AbortSignal },
): Promise<PlotsAnswer> {
  const { size, category, year, ...texts } = plotsRequest.parse(request)
  return await runAsSearch(deps.searches, { scope, signal }, async () => {
    const plan = await planSearch(deps, scope, dataset, texts)
    const chosen = chooseColumns(plan, { size, category, year })
    try {
      return plotsAnswer.parse(await readPlots({ deps, plan, signal }, chosen))
    } catch (error) {
      if (error instanceof AppError && error.code === 'search_too_wide') throw tooWide(plan, error)
      throw error
    }
  })
}

type Kind = keyof PlotColumns
type Chosen = {
  readonly choices: PlotColumns
  readonly columns: Readonly<Record<Kind, Column | undefined>>
}

/** One that the searched version has and the version of the rows lacks is as if it were not named. */
function chooseColumns(plan: SearchPlan, wanted: Record<Kind, string | undefined>): Chosen {
  const choices = plotColumns(plan.context.columns)
  const asked = plotColumns(plan.askedColumns)
  const columnOf = (kind: Kind): Column | undefined => {
    const key = wanted[kind]
    if (key !== undefined && ![...choices[kind], ...asked[kind]].some((one) => one.key === key))
      throw new AppError('invalid_request', `"${key}" cannot be drawn as ${kind}`)
    return choices[kind].find((one) => one.key === key) ?? choices[kind][0]
  }
  return {
    choices,
    columns: { size: columnOf('size'), category: columnOf('category'), year: columnOf('year') },
  }
}

async function readPlots(asking: Asking, { choices, columns }: Chosen): Promise<PlotsAnswer> {
  const measured = (['size', 'year'] as const).flatMap((kind): Measured[] => {
    const column = columns[kind]
    return column ? [{ kind, column }] : []
  })
  const [{ count, plots }, states, category] = await Promise.all([
    readMeasured(asking, measured, choices),
    readStates(asking),
    columns.category && readCategory(asking, columns.category, choices),
  ])
  const known = [
    // Leads of a dataset without places are in no state.
    ...(states.length > 0 || count === 0 ? [statePlot(states, count)] : []),
    plots.size,
    category?.(count),
    plots.year,
  ]
  return { count, dataVersion: asking.plan.dataVersion, plots: known.filter((plot) => plot !== undefined) }
}

const valueRow = z.object({ value: z.string(), count: z.coerce.number() })
type Counted = z.infer<typeof valueRow>

async function readStates({ deps, plan, signal }: Asking): Promise<Counted[]> {
  const binder = openBinder()
  const sql = `SELECT p_state AS value, count() AS count FROM ${leadTable(plan.datasetNo, plan.rowsVersion)}
    ${filterOf(plan, topLevel(plan.query), binder)} GROUP BY value ORDER BY count DESC, value`
  const statement = { revision: plan.revision, sql, params: binder.params, row: valueRow }
  const rows = await askVersion(deps, statement, signal)
  return rows.filter(({ value }) => value !== '')
}

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0)

const valueBar = ({ value, count }: Counted, clause: Node): PlotBar => ({
  ...{ value, from: null, to: null, toInclusive: false, count },
  clause: printNode(clause, true),
})

/** A lead that opts out between two statements is missing in the later one: nothing is below 0. */
const rest = (count: number, ...parts: number[]): number => Math.max(0, count - sum(parts))

function statePlot(states: readonly Counted[], count: number): Plot {
  const shown = states.slice(0, mostValues)
  const all = sum(states.map((one) => one.count))
  const other = rest(all, ...shown.map((one) => one.count))
  return {
    ...{ kind: 'state', column: null, choices: [] },
    bars: shown.map((one) => valueBar(one, { type: 'place', kind: 'state', states: [one.value] })),
    other: { count: other, values: states.length - shown.length },
    blank: { count: rest(count, all), clause: null },
  }
}

const choicesOf = (columns: readonly Column[]): Plot['choices'] =>
  columns.map(({ key, label }) => ({ column: key, label }))

const blankClause = ({ key }: Column): string =>
  printNode({ type: 'not', of: { type: 'column', column: key, match: { op: 'present' } } }, true)

async function readCategory({ deps, plan, signal }: Asking, column: Column, choices: PlotColumns) {
  const groups = await countGroups(deps, plan, { columns: [column], cell: undefined }, signal)
  const { values = [], blank = 0, distinct = 0 } = groups.facets[0] ?? {}
  const shown = values.filter((one) => one.count > 0).slice(0, mostValues)
  return (count: number): Plot => ({
    ...{ kind: 'category', column: column.key, choices: choicesOf(choices.category) },
    bars: shown.map((one) =>
      valueBar(one, { type: 'column', column: column.key, match: { op: 'any', values: [one.value] } }),
    ),
    other: {
      count: rest(count, blank, ...shown.map((one) => one.count)),
      values: Math.max(0, distinct - shown.length),
    },
    blank: { count: blank, clause: blankClause(column) },
  })
}

const spreadRow = z.object({ total: z.coerce.number(), figures: z.array(z.coerce.number()) })
const countsRow = z.object({ counts: z.array(z.coerce.number()) })

/** How many leads have a value, how many a value for a bin, the smallest and the largest of these, and how many are not whole. */
function spreadOf({ column }: Measured): string[] {
  const name = columnName(column)
  const number = column.kind === 'date' ? `toInt32(toYear(assumeNotNull(${name})))` : `assumeNotNull(${name})`
  const isFilled = isTextual(column.kind) ? `notEmpty(${name})` : `isNotNull(${name})`
  const isIn = `${isFilled} AND abs(${number}) < ${largest}`
  return [
    `countIf(${isFilled})`,
    `countIf(${isIn})`,
    `minIf(${number}, ${isIn})`,
    `maxIf(${number}, ${isIn})`,
    `countIf(${isIn} AND ${number} != floor(${number}))`,
  ].map((figure) => `toFloat64(${figure})`)
}

const figuresOfOne = 5

type Bins = Measured & {
  readonly filled: number
  readonly nodes: readonly (Extract<Node, { type: 'column' }> & { match: { op: 'range' } })[]
}

function binsFor(measured: Measured, figures: readonly number[]): Bins {
  const { kind, column } = measured
  const [filled = 0, inside = 0, min = 0, max = 0, broken = 0] = figures
  const bins = inside === 0 ? [] : binsOf(kind, { min, max, isWhole: column.kind === 'date' || broken === 0 })
  const nodes = bins.map(({ from, to }) => ({
    ...{ type: 'column' as const, column: column.key },
    match: { op: 'range' as const, from, to },
  }))
  return { ...measured, filled, nodes }
}

/** Two scans: what the numbers are between, then how many are in each bin, by the conditions of the bins' own clauses. */
async function readMeasured(asking: Asking, measured: readonly Measured[], choices: PlotColumns) {
  const { deps, plan, signal } = asking
  const table = leadTable(plan.datasetNo, plan.rowsVersion)
  const binder = openBinder()
  const figures = measured.flatMap(spreadOf)
  const sql = `SELECT count() AS total, [${figures.join(', ')}]::Array(Float64) AS figures FROM ${table}
    ${filterOf(plan, topLevel(plan.query), binder)}`
  const statement = { revision: plan.revision, sql, params: binder.params, row: spreadRow }
  const [spread] = await askVersion(deps, statement, signal)
  const count = spread?.total ?? 0
  const bins = measured.map((one, i) =>
    binsFor(one, spread?.figures.slice(i * figuresOfOne, (i + 1) * figuresOfOne) ?? []),
  )
  const counts = await countBins(
    asking,
    bins.flatMap(({ nodes }) => nodes),
  )
  const plotOf = (kind: Measured['kind']): Plot | undefined => {
    const at = bins.findIndex((one) => one.kind === kind)
    const one = bins[at]
    if (!one) return undefined
    const before = sum(bins.slice(0, at).map(({ nodes }) => nodes.length))
    return measuredPlot(one, counts.slice(before, before + one.nodes.length), { count, choices })
  }
  return { count, plots: { size: plotOf('size'), year: plotOf('year') } }
}

async function countBins({ deps, plan, signal }: Asking, nodes: readonly Node[]): Promise<readonly number[]> {
  if (nodes.length === 0) return []
  const binder = openBinder()
  const counts = nodes.map((node) => `countIf(${compileNode(node, plan.context, binder)})`)
  const sql = `SELECT [${counts.join(', ')}] AS counts FROM ${leadTable(plan.datasetNo, plan.rowsVersion)}
    ${filterOf(plan, topLevel(plan.query), binder)}`
  const statement = { revision: plan.revision, sql, params: binder.params, row: countsRow }
  const [row] = await askVersion(deps, statement, signal)
  return row?.counts ?? []
}

type Whole = { readonly count: number; readonly choices: PlotColumns }

function measuredPlot({ kind, column, filled, nodes }: Bins, counts: readonly number[], whole: Whole): Plot {
  return {
    ...{ kind, column: column.key, choices: choicesOf(whole.choices[kind]) },
    bars: nodes.map((node, i) => ({
      ...{ value: null, from: node.match.from?.value ?? null, to: node.match.to?.value ?? null },
      toInclusive: node.match.to?.inclusive ?? false,
      count: counts[i] ?? 0,
      clause: printNode(node, true),
    })),
    other: { count: rest(filled, ...counts), values: null },
    blank: { count: rest(whole.count, filled), clause: blankClause(column) },
  }
}
