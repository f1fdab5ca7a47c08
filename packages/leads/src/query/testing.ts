import fc from 'fast-check'
import { states } from '../geography/states.ts'
import type { Column } from '../schema.ts'
import type { Bound, Clause, ColumnClause, Match, Node, PlaceClause, Position } from './ast.ts'
import { opsOf } from './check-query.ts'
import type { PlainLead } from './evaluate-query.ts'
import { leadStatuses } from './lead-statuses.ts'
import { normalizeQuery } from './normalize-query.ts'

const column = (key: string, kind: Column['kind'], flags: Partial<Column> = {}): Column => ({
  key,
  label: key,
  group: 'All',
  kind,
  from: key,
  contact: false,
  facet: false,
  suggest: false,
  ...flags,
})

/** One column for every way in which columns are stored and searched. */
export const sampleColumns: readonly Column[] = [
  column('company', 'text', { suggest: true }),
  column('about', 'text'),
  column('industry', 'category', { facet: true, suggest: true }),
  column('employees', 'number'),
  column('revenue', 'money'),
  column('founded', 'date'),
  column('active', 'boolean', { facet: true }),
  column('email', 'email', { contact: true }),
  column('site', 'url'),
]

const letters = [
  'a',
  'B',
  'é',
  'É',
  'ß',
  'Σ',
  'σ',
  'İ',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '`',
  ' ',
  '-',
  '*',
  '.',
  '日',
  '🎈',
  ',',
  '(',
  '\n',
  '\t',
]
const attacks = [
  "x' OR 1=1 --",
  '"; DROP TABLE leads',
  "file('/etc/passwd')",
  "url('http://127.0.0.1/')",
  'SETTINGS max_threads=1',
  'FORMAT CSV',
  '/* */',
  '`c_company`',
  '{p0:String}',
  '\\',
  '\\N',
  'NULL',
  "\\'",
  '%',
  '100%_',
]
const short = fc
  .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 6 })
  .map((list) => list.join(''))

/** Texts that a cell may hold and a query may search for; often the same, seldom plain. */
const anyText = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom('Acme', 'acme co', 'ÉCOLE', 'école b', 'ΑΣ', 'ΑΣΑ', 'or', 'Ab') },
    { weight: 4, arbitrary: short },
    fc.constantFrom(...attacks),
  )
  .filter((text) => text.trim() !== '')

const plainNumber = fc.oneof(
  fc.integer({ min: -3, max: 12 }).map(String),
  fc.constantFrom('0.1', '0.30000000000000004', '1500000', '2.5', '123456789012.5'),
)
const plainDate = fc.oneof(
  fc.integer({ min: 1999, max: 2002 }).map(String),
  fc.constantFrom('2000-02', '2001-12', '2000-02-29', '1999-12-31', '1900-01-01', '2299-12-31'),
)
const valuesOf = (kind: Column['kind']): fc.Arbitrary<string> => {
  if (kind === 'number' || kind === 'money') return plainNumber
  if (kind === 'date') return plainDate
  return kind === 'boolean' ? fc.constantFrom('yes', 'no', 'TRUE', '0') : anyText
}

const bound = (value: fc.Arbitrary<string>): fc.Arbitrary<Bound> =>
  fc.record({ value, inclusive: fc.boolean() })

function matchOf(kind: Column['kind'], op: Match['op']): fc.Arbitrary<Match> {
  const value = valuesOf(kind)
  switch (op) {
    case 'any':
      return fc.array(value, { minLength: 1, maxLength: 3 }).map((values) => ({ op, values }))
    case 'range':
      return fc.oneof(
        bound(value).map((from): Match => ({ op, from })),
        bound(value).map((to): Match => ({ op, to })),
        fc.tuple(bound(value), bound(value)).map(([from, to]): Match => ({ op, from, to })),
      )
    case 'present':
      return fc.constant({ op })
    default:
      return value.map((text) => ({ op, text }))
  }
}

const columnClause: fc.Arbitrary<ColumnClause> = fc.constantFrom(...sampleColumns).chain((one) =>
  fc
    .constantFrom(...(one.contact ? (['present'] as const) : opsOf(one.kind)))
    .chain((op) => matchOf(one.kind, op))
    .map((match): ColumnClause => ({ type: 'column', column: one.key, match })),
)

const degree = (min: number, max: number) =>
  fc.integer({ min: min * 100_000, max: max * 100_000 }).map((value) => value / 100_000)
const position: fc.Arbitrary<Position> = fc.tuple(degree(-99, -93), degree(27, 33))

/** A ring whose corners go round a point once, so that it never crosses itself. */
const star = (center: Position, radius: number, bumps: readonly number[]): Position[] =>
  bumps.map((bump, i): Position => {
    const angle = (i / bumps.length) * 2 * Math.PI
    return [center[0] + Math.cos(angle) * radius * bump, center[1] + Math.sin(angle) * radius * bump]
  })
/**
 * Without bias: corners that are all as far away make sides on which leads lie, and whether a point on a side is inside
 * depends on how the last digit is rounded.
 */
const bumps = fc.noBias(
  fc.array(fc.double({ min: 0.5, max: 1, noNaN: true }), { minLength: 4, maxLength: 9 }),
)
const polygon: fc.Arbitrary<PlaceClause> = fc
  .tuple(position, fc.double({ min: 0.5, max: 2, noNaN: true }), bumps, fc.option(bumps))
  .map(([center, radius, outer, hole]) => ({
    type: 'place',
    kind: 'polygon',
    rings: [star(center, radius, outer), ...(hole ? [star(center, radius / 4, hole)] : [])],
  }))

const cityNames = [
  'Houston',
  'houston, TX',
  'Reno',
  'St. Louis, MO',
  "O'Fallon",
  'Austin, Texas',
  'Washington, DC',
]
const counties = ['Harris, TX', '48201', 'Washoe', 'Fulton County, GA', '13121', 'Orange']
const zips = ['77001', '77002', '89501', '770*', '8*', '30301']

const place: fc.Arbitrary<PlaceClause> = fc.oneof(
  fc
    .array(fc.constantFrom('TX', 'NV', 'GA', 'MO', 'CA'), { minLength: 1, maxLength: 3 })
    .map((list): PlaceClause => ({ type: 'place', kind: 'state', states: list })),
  fc
    .array(fc.constantFrom(...cityNames), { minLength: 1, maxLength: 3 })
    .map((cities): PlaceClause => ({ type: 'place', kind: 'city', cities })),
  fc
    .array(fc.constantFrom(...counties), { minLength: 1, maxLength: 3 })
    .map((list): PlaceClause => ({ type: 'place', kind: 'county', counties: list })),
  fc.tuple(fc.array(fc.constantFrom(...zips), { minLength: 1, maxLength: 3 }), fc.boolean()).map(
    ([list, hasList]): PlaceClause => ({
      type: 'place',
      kind: 'zip',
      zips: list,
      lists: hasList ? ['zip_k3'] : [],
    }),
  ),
  fc
    .record({
      distance: fc.integer({ min: 1, max: 300_000 }).map((value) => value / 1000),
      unit: fc.constantFrom('mi' as const, 'km' as const),
      center: fc.oneof(
        position.map((at) => ({ at })),
        fc.constantFrom({ zip: '77001' }, { zip: '89501' }),
      ),
    })
    .map((within): PlaceClause => ({ type: 'place', kind: 'within', ...within })),
  polygon,
  fc.tuple(position, degree(0, 2), degree(0, 2)).map(
    ([[west, south], wide, high]): PlaceClause => ({
      type: 'place',
      kind: 'box',
      south,
      west,
      north: south + high + 0.00001,
      east: west + wide + 0.00001,
    }),
  ),
)

/** Clauses that the engine answers by a subquery are rare: each costs as much to analyze as four others. */
const clause: fc.Arbitrary<Clause> = fc.oneof(
  { weight: 15, arbitrary: columnClause },
  { weight: 12, arbitrary: place },
  { weight: 3, arbitrary: anyText.map((text): Clause => ({ type: 'text', text })) },
  { weight: 1, arbitrary: fc.constant<Clause>({ type: 'list', lists: ['lst_k3'] }) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('since' as const, 'changed' as const), fc.integer({ min: 1, max: 4 }))
      .map(([kind, version]): Clause => ({ type: 'version', kind, version })),
  },
  { weight: 1, arbitrary: fc.constant<Clause>({ type: 'registry' }) },
  {
    weight: 1,
    arbitrary: fc
      .subarray([...leadStatuses], { maxLength: 2 })
      .map((statuses): Clause => ({ type: 'status', statuses })),
  },
  { weight: 1, arbitrary: fc.constant<Clause>({ type: 'note' }) },
)

const tree = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'query' },
    clause,
    fc
      .array(tie('node'), { minLength: 2, maxLength: 3, depthIdentifier: 'query' })
      .map((of): Node => ({ type: 'and', of })),
    fc
      .array(tie('node'), { minLength: 2, maxLength: 3, depthIdentifier: 'query' })
      .map((of): Node => ({ type: 'or', of })),
    tie('node').map((of): Node => ({ type: 'not', of })),
  ),
})).node

/** Queries in normal form over `sampleColumns`; texts, places and shapes of every kind. */
export const anyQuery: fc.Arbitrary<Node> = tree.map(normalizeQuery).filter((query) => query !== null)

const cellOf = ({ key, kind }: Column): fc.Arbitrary<string | number | boolean | null> => {
  // Whole in every lead, and so stored as integers; the queries contain fractions all the same.
  if (key === 'employees') return fc.option(fc.integer({ min: -3, max: 300 }), { freq: 4 })
  switch (kind) {
    case 'number':
    case 'money':
      return fc.option(plainNumber.map(Number), { freq: 4 })
    case 'date':
      return fc.option(
        fc.constantFrom('2000-02-29', '1999-12-31', '2001-12-01', '2000-01-01', '1900-01-01', '2299-12-31'),
        { freq: 4 },
      )
    case 'boolean':
      return fc.option(fc.boolean(), { freq: 3 })
    default:
      return fc.oneof({ weight: 5, arbitrary: anyText }, fc.constant(''))
  }
}

/** Leads over `sampleColumns`, of which many match something of `anyQuery`. */
export const anyLead: fc.Arbitrary<PlainLead> = fc
  .record({
    cells: fc.record(Object.fromEntries(sampleColumns.map((one) => [one.key, cellOf(one)]))),
    state: fc.constantFrom('', 'TX', 'NV', 'GA', 'MO', ...states.slice(0, 3).map(({ code }) => code)),
    county: fc.constantFrom('', '48201', '32031', '13121', '06059'),
    city: fc.constantFrom('', 'houston', 'reno', 'st. louis', "o'fallon", 'austin'),
    zip: fc.constantFrom('', '77001', '77002', '89501', '30301', '00501'),
    ...{ lat: fc.oneof(degree(27, 33), fc.constant(Number.NaN)), lon: degree(-99, -93) },
    firstSeen: fc.integer({ min: 1, max: 4 }),
    changed: fc.integer({ min: 1, max: 4 }),
    isOnRegistry: fc.boolean(),
    isGone: fc.constant(false),
    ownLists: fc.constantFrom([], ['lst_k3']),
    status: fc.option(fc.constantFrom(...leadStatuses), { nil: undefined }),
    hasNote: fc.boolean(),
  })
  .map((lead) => (Number.isNaN(lead.lat) ? { ...lead, lon: Number.NaN } : lead))
