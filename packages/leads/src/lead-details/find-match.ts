import { z } from 'zod'
import { leadTable } from '../dictionaries/lead-table.ts'
import { haversine } from '../geography/distance.ts'
import { type Clause, clausesOf, type Node, topLevel } from '../query/ast.ts'
import { openBinder } from '../query/binder.ts'
import { wordColumns } from '../query/check-query.ts'
import { compileNode } from '../query/compile-query.ts'
import { centerOf } from '../query/place-names.ts'
import { printNode } from '../query/print-query.ts'
import type { Column } from '../schema.ts'
import type { SearchPlan } from '../search/plan-search.ts'
import type { SearchDeps } from '../search/ports.ts'
import type { LeadMatch } from './schema.ts'

type Asking = Pick<SearchDeps, 'olap' | 'statements'>
type ClauseMatch = LeadMatch['parts'][number]['clauses'][number]
type PlaceClause = Clause & { type: 'place' }

/** Every clause of a part, and whether the part wants it not to hold. */
function* foundIn(node: Node, excluded = false): Generator<{ clause: Clause; excluded: boolean }> {
  if (node.type === 'and' || node.type === 'or') for (const child of node.of) yield* foundIn(child, excluded)
  else if (node.type === 'not') yield* foundIn(node.of, !excluded)
  else yield { clause: node, excluded }
}

/** Whether a part holds, from which of its clauses do. */
function doesHold(node: Node, holds: (clause: Clause) => boolean): boolean {
  switch (node.type) {
    case 'and':
      return node.of.every((child) => doesHold(child, holds))
    case 'or':
      return node.of.some((child) => doesHold(child, holds))
    case 'not':
      return !doesHold(node.of, holds)
    default:
      return holds(node)
  }
}

/** The columns that say what a clause on places asks; shapes are compared with the point. */
function placeColumns(clause: PlaceClause, columns: readonly Column[]): readonly Column[] {
  const isShape = clause.kind === 'within' || clause.kind === 'polygon' || clause.kind === 'box'
  const kinds: readonly string[] = isShape ? ['lat', 'lon'] : [clause.kind]
  return columns.filter(({ kind }) => kinds.includes(kind))
}

function columnsOf(clause: Clause, columns: readonly Column[]): readonly Column[] {
  switch (clause.type) {
    case 'text':
      return wordColumns(columns)
    case 'column':
      return columns.filter(({ key }) => key === clause.column)
    case 'place':
      return placeColumns(clause, columns)
    case 'registry':
      return columns.filter(({ kind }) => kind === 'phone')
    case 'list':
    case 'status':
    case 'note':
    case 'version':
      return []
    default:
      return clause satisfies never
  }
}

function textsOf(clause: Clause): string[] {
  if (clause.type === 'text') return [clause.text]
  if (clause.type !== 'column') return []
  if (clause.match.op === 'any') return [...clause.match.values]
  return clause.match.op === 'contains' || clause.match.op === 'starts' ? [clause.match.text] : []
}

const placeRow = z.object({
  holds: z.array(z.coerce.number()),
  isHere: z.coerce.number(),
  state: z.string(),
  county: z.string(),
  city: z.string(),
  zip: z.string(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
})
type PlaceRow = z.infer<typeof placeRow>

function placeOf(
  clause: Clause,
  row: PlaceRow,
  { context }: SearchPlan,
): Pick<ClauseMatch, 'place' | 'meters'> {
  if (clause.type !== 'place') return { place: null, meters: null }
  if (clause.kind === 'within') {
    const center = centerOf(clause, context.places)
    const isKnown = center && row.lat !== null && row.lon !== null
    return { place: null, meters: isKnown ? haversine(center, [row.lon, row.lat] as [number, number]) : null }
  }
  if (clause.kind === 'polygon' || clause.kind === 'box') return { place: null, meters: null }
  return { place: row[clause.kind] || null, meters: null }
}

/** The conditions to ask of the lead: each clause, and each column that a bare word may be in. */
function conditionsOf(
  plan: SearchPlan,
): Map<Clause, { readonly asked: Node; readonly columns: readonly Column[] }[]> {
  const clauses = [...clausesOf(plan.query)]
  return new Map(
    clauses.map((clause) => {
      const columns = columnsOf(clause, plan.context.columns)
      const inColumns =
        clause.type !== 'text'
          ? []
          : columns.map((column) => ({
              asked: {
                type: 'column',
                column: column.key,
                match: { op: 'contains', text: clause.text },
              } as const,
              columns: [column],
            }))
      return [clause, [{ asked: clause, columns: clause.type === 'text' ? [] : columns }, ...inColumns]]
    }),
  )
}

/** One statement on the one lead. Undefined where the version whose rows are searched does not have it. */
async function askLead(
  { olap, statements }: Asking,
  plan: SearchPlan,
  {
    leadId,
    conditions,
    signal,
  }: { leadId: string; conditions: readonly Node[]; signal?: AbortSignal | undefined },
): Promise<PlaceRow | undefined> {
  const binder = openBinder()
  const sql = conditions.map((node) => `toUInt8(${compileNode(node, plan.context, binder)})`)
  const id = binder.bind('Array(UInt64)', [BigInt(leadId)])
  const isHere = plan.gone
    ? `lead_id IN (SELECT lead_id FROM ${leadTable(plan.datasetNo, plan.dataVersion)} WHERE lead_id IN ${id})`
    : '1'
  const [row] = await statements.run({ signal }, () =>
    olap.ask({
      sql: `SELECT CAST([${sql.join(', ')}], 'Array(UInt8)') AS holds, toUInt8(${isHere}) AS isHere,
        toString(p_state) AS state, toString(p_county) AS county, toString(p_city) AS city, toString(p_zip) AS zip,
        p_lat AS lat, p_lon AS lon
        FROM ${leadTable(plan.datasetNo, plan.rowsVersion)} WHERE lead_id IN ${id} LIMIT 1`,
      params: binder.params,
      row: placeRow,
      ...(signal && { signal }),
    }),
  )
  return row
}

/**
 * Which clauses of a search hold for one lead, and where: the conditions of the search itself, each evaluated by the
 * engine on that lead alone.
 */
export async function findMatch(
  asking: Asking,
  plan: SearchPlan,
  { leadId, signal }: { leadId: string; signal?: AbortSignal | undefined },
): Promise<LeadMatch> {
  const asked = conditionsOf(plan)
  const conditions = [...asked.values()].flat()
  const row = await askLead(asking, plan, { leadId, conditions: conditions.map((one) => one.asked), signal })
  if (!row) return { matches: false, parts: [] }
  const held = new Set(conditions.filter((_, i) => row.holds[i] === 1))
  const holds = (clause: Clause) =>
    asked
      .get(clause)
      ?.slice(0, 1)
      .some((one) => held.has(one)) ?? false
  const matchOf = (clause: Clause, excluded: boolean): ClauseMatch => {
    const [whole, ...inColumns] = asked.get(clause) ?? []
    const places = [...(whole ? [whole] : []), ...inColumns.filter((one) => held.has(one))]
    return {
      ...{ text: printNode(clause), excluded, holds: holds(clause), looksFor: textsOf(clause) },
      columns: places.flatMap(({ columns }) => columns.map(({ key }) => key)),
      ...placeOf(clause, row, plan),
    }
  }
  const parts = topLevel(plan.query).map((part) => ({
    text: printNode(part),
    holds: doesHold(part, holds),
    clauses: [...foundIn(part)].map(({ clause, excluded }) => matchOf(clause, excluded)),
  }))
  const all = plan.gone ? [...parts, goneOf(plan.gone, row)] : parts
  return { matches: all.every((part) => part.holds), parts: all }
}

/** The part `gone:`, which no condition on a row says. */
function goneOf(gone: Clause, { isHere }: PlaceRow): LeadMatch['parts'][number] {
  const said = { text: printNode(gone), holds: isHere === 0 }
  const nowhere = { columns: [], looksFor: [], place: null, meters: null }
  return { ...said, clauses: [{ ...said, ...nowhere, excluded: false }] }
}
