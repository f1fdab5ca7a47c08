import { boxAround } from '../geography/distance.ts'
import { type Condition, type Edge, inBox, type TextMatch } from '../query/condition.ts'
import { BLOCK_BYTES, type BlockStore, type StoredColumn } from './block-store.ts'
import { circleTest } from './circle-condition.ts'
import { ALL, type BlockTest, type Extent, NONE, opposite, SOME } from './extent.ts'
import { BLOCK_ROWS, type KeptColumn } from './ports.ts'

const none: BlockTest = { probe: () => NONE, run: () => NONE }
const all: BlockTest = { probe: () => ALL, run: () => ALL }

type Range = Extract<Condition, { type: 'range' }>

/** A search's conditions take their tables of codes one after the other. */
export type Tables = { next: number }

/** Ties a condition to a version. @throws Error for a column that is not kept */
export function testOf(store: BlockStore, condition: Condition, tables: Tables): BlockTest {
  switch (condition.type) {
    case 'and':
      return joinedTest(
        condition.of.map((one) => testOf(store, one, tables)),
        { empty: all, whole: ALL, ends: NONE, join: store.kernels.and },
      )
    case 'or':
      return anyOf(
        store,
        condition.of.map((one) => testOf(store, one, tables)),
      )
    case 'not':
      return negated(store, testOf(store, condition.of, tables))
    case 'texts':
      return textTest(store, store.column(condition.column), condition.match, tables)
    case 'range':
      return edgeTest(store, condition)
    case 'numbers': {
      const equal = (edge: Edge) => edgeTest(store, { column: condition.column, from: edge, to: edge })
      return anyOf(
        store,
        condition.values.map((value) => equal({ value, inclusive: true })),
      )
    }
    case 'present':
      return presentTest(store, store.column(condition.column))
    case 'circle':
      return circleTest(store, condition, testOf(store, boxOf(condition), tables))
    default:
      return condition satisfies never
  }
}

/** The box around a circle; what is in it has a place. */
function boxOf({ lat, lon, meters }: Extract<Condition, { type: 'circle' }>): Condition {
  const box = boxAround([lon, lat], meters)
  return inBox([box.lon?.west ?? -180, box.south, box.lon?.east ?? 180, box.north])
}

const anyOf = (store: BlockStore, tests: readonly BlockTest[]): BlockTest =>
  joinedTest(tests, { empty: none, whole: NONE, ends: ALL, join: store.kernels.or })

type Joining = {
  readonly empty: BlockTest
  /** The extent that changes nothing, and the one that settles the whole. */
  readonly whole: Extent
  readonly ends: Extent
  join(a: number, b: number, out: number, bytes: number): void
}

/** "and" and "or": what the extremes of the blocks tell is looked at before any cell is. */
function joinedTest(tests: readonly BlockTest[], joining: Joining): BlockTest {
  const { empty, whole, ends, join } = joining
  const [first] = tests
  if (!first) return empty
  if (tests.length === 1) return first
  const probe = (block: number): Extent => {
    let known: Extent = whole
    for (const test of tests) {
      const extent = test.probe(block)
      if (extent === ends) return ends
      if (extent === SOME) known = SOME
    }
    return known
  }
  return {
    probe,
    run(block, out, free) {
      const known = probe(block)
      if (known !== SOME) return known
      let sofar: Extent = whole
      for (const test of tests) {
        const into = sofar === SOME ? free : out
        const extent = test.run(block, into, sofar === SOME ? free + BLOCK_BYTES : free)
        if (extent === ends) return ends
        if (extent !== SOME) continue
        if (sofar === SOME) join(out, into, out, BLOCK_BYTES)
        sofar = SOME
      }
      return sofar
    },
  }
}

const negated = ({ kernels }: BlockStore, test: BlockTest): BlockTest => ({
  probe: (block) => opposite(test.probe(block)),
  run(block, out, free) {
    const extent = test.run(block, out, free)
    if (extent === SOME) kernels.not(out, out, BLOCK_BYTES)
    return opposite(extent)
  },
})

/** The least cell whose value is not below the edge; it may lie outside of the cells. */
function cellFrom(plan: KeptColumn, edge: Edge | undefined): number {
  if (plan.kind !== 'numbers') return edge === undefined ? Number.NEGATIVE_INFINITY : floatFrom(edge)
  if (edge === undefined) return 0
  const { scale, least } = plan
  const beyond = 2 ** plan.bits
  const isBelow = (value: number) => (edge.inclusive ? value < edge.value : value <= edge.value)
  let cell = Math.min(beyond, Math.max(-1, Math.floor(edge.value * scale) - least - 1))
  while (cell < beyond && isBelow((cell + least) / scale)) cell += 1
  return cell
}

/** The greatest cell whose value is not above the edge. */
function cellTo(plan: KeptColumn, edge: Edge | undefined): number {
  if (plan.kind !== 'numbers') return edge === undefined ? Number.POSITIVE_INFINITY : floatTo(edge)
  const { scale, least } = plan
  const greatest = 2 ** plan.bits - 2
  if (edge === undefined) return greatest
  const isAbove = (value: number) => (edge.inclusive ? value > edge.value : value >= edge.value)
  let cell = Math.min(greatest, Math.max(-1, Math.ceil(edge.value * scale) - least + 1))
  while (cell >= 0 && isAbove((cell + least) / scale)) cell -= 1
  return cell
}

const pair = new Float64Array(1)
const pairBits = new BigInt64Array(pair.buffer)

/** The next Float64 above a number. */
function above(value: number): number {
  if (value === 0) return Number.MIN_VALUE
  pair[0] = value
  pairBits[0] = (pairBits[0] as bigint) + (value > 0 ? 1n : -1n)
  return pair[0] as number
}

const floatFrom = ({ value, inclusive }: Edge): number => (inclusive ? value : above(value))
const floatTo = ({ value, inclusive }: Edge): number => (inclusive ? value : -above(-value))

function edgeTest(store: BlockStore, { column, from, to }: Omit<Range, 'type'>): BlockTest {
  const stored = store.column(column)
  return rangeTest(store, stored, cellFrom(stored.plan, from), cellTo(stored.plan, to))
}

/** Cells between two, both included. */
function rangeTest({ kernels }: BlockStore, column: StoredColumn, from: number, to: number): BlockTest {
  const { plan, at, least, most } = column
  const isFloat = plan.kind === 'floats'
  const lo = isFloat ? from : Math.max(0, from)
  // A blank is the greatest cell of numbers, and no code is.
  const hi = isFloat ? to : Math.min(to, 2 ** plan.bits - (plan.kind === 'numbers' ? 2 : 1))
  if (lo > hi) return none
  const probe = (block: number): Extent => {
    const [low, high] = [least[block] as number, most[block] as number]
    if (!(high >= lo && low <= hi)) return NONE
    // The extremes of floats leave blanks out: they do not tell whether all are within.
    return !isFloat && low >= lo && high <= hi ? ALL : SOME
  }
  const width = plan.bits / 8
  const kernel = kernels[`range${plan.bits as 8 | 16 | 32 | 64}`]
  return {
    probe,
    run(block, out) {
      const known = probe(block)
      if (known === SOME) kernel(at + block * BLOCK_ROWS * width, BLOCK_ROWS, lo, hi, out)
      return known
    },
  }
}

/** The texts of a column that match, as runs of codes. */
function runsOf({ texts, lowers }: Extract<KeptColumn, { kind: 'codes' }>, match: TextMatch) {
  const holds = matcherOf(match)
  const runs: [number, number][] = []
  for (const [code, text] of texts.entries()) {
    if (!holds(text, lowers[code] ?? '')) continue
    const last = runs.at(-1)
    if (last?.[1] === code - 1) last[1] = code
    else runs.push([code, code])
  }
  return runs
}

/** A blank matches nothing. */
function matcherOf(match: TextMatch): (text: string, lower: string) => boolean {
  switch (match.op) {
    case 'contains':
      return (text, lower) => text !== '' && lower.includes(match.text)
    case 'starts':
      return (text, lower) => text !== '' && lower.startsWith(match.text)
    default: {
      const values = new Set(match.values)
      return (text, lower) => text !== '' && values.has(match.exactly ? text : lower)
    }
  }
}

/** More runs of codes than this are looked up in a table. */
const FEW_RUNS = 4

function textTest(store: BlockStore, column: StoredColumn, match: TextMatch, tables: Tables): BlockTest {
  const { plan } = column
  if (plan.kind !== 'codes') throw new Error(`The column ${plan.name} has no texts`)
  const runs = runsOf(plan, match)
  if (runs.length <= FEW_RUNS)
    return anyOf(
      store,
      runs.map(([from, to]) => rangeTest(store, column, from, to)),
    )
  return tableTest(store, column, runs, store.table(tables.next++))
}

type Runs = readonly (readonly [number, number])[]

function tableTest(store: BlockStore, column: StoredColumn, runs: Runs, table: number): BlockTest {
  const { kernels, bytes } = store
  const { plan, at, least, most } = column
  bytes.fill(0, table, table + 2 ** plan.bits)
  for (const [from, to] of runs) bytes.fill(1, table + from, table + to + 1)
  const [first, last] = [runs[0]?.[0] ?? 0, runs.at(-1)?.[1] ?? -1]
  const kernel = plan.bits === 8 ? kernels.in8 : kernels.in16
  const probe = (block: number): Extent => {
    const [low, high] = [least[block] as number, most[block] as number]
    if (high < first || low > last) return NONE
    if (low === high) return bytes[table + low] === 1 ? ALL : NONE
    return SOME
  }
  return {
    probe,
    run(block, out) {
      const known = probe(block)
      if (known === SOME) kernel(at + block * BLOCK_ROWS * (plan.bits / 8), BLOCK_ROWS, table, out)
      return known
    },
  }
}

function presentTest(store: BlockStore, column: StoredColumn): BlockTest {
  const { plan, at } = column
  if (plan.kind === 'numbers') return rangeTest(store, column, 0, 2 ** plan.bits - 2)
  if (plan.kind === 'floats')
    return rangeTest(store, column, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
  if (plan.kind === 'codes') {
    // A blank is the first text of all.
    return rangeTest(store, column, plan.texts[0] === '' ? 1 : 0, plan.texts.length - 1)
  }
  return {
    probe: () => SOME,
    run(block, out) {
      store.bytes.copyWithin(out, at + block * BLOCK_BYTES, at + (block + 1) * BLOCK_BYTES)
      return SOME
    },
  }
}
