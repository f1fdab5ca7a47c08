import type { Bound } from '../query/ast.ts'

/** The numbers of a column among the leads of a search. */
export type Spread = {
  readonly min: number
  readonly max: number
  /** Whether all are whole. */
  readonly isWhole: boolean
}

/** Edges of bins: bin `i` goes from edge `i` to just below edge `i + 1`. Whole multiples of a power of ten. */
type Edge = { readonly digits: number; readonly exponent: number }

/** Bars of a plot of sizes, and of years: thirteen decades have room. */
export const mostBins = { size: 12, year: 15 } as const

const numberOf = ({ digits, exponent }: Edge): number => Number(`${digits}e${exponent}`)

/** The plain decimal text of an edge, which the query language reads as the same number. */
function textOf({ digits, exponent }: Edge): string {
  if (exponent >= 0) return (BigInt(digits) * 10n ** BigInt(exponent)).toString()
  const sign = digits < 0 ? '-' : ''
  const text = Math.abs(digits)
    .toString()
    .padStart(1 - exponent, '0')
  const fraction = text.slice(exponent).replace(/0+$/, '')
  return `${sign}${text.slice(0, exponent)}${fraction === '' ? '' : `.${fraction}`}`
}

const steps = [1, 2, 5] as const

/** Multiples of a width, from just below the smallest value to above the largest; undefined where they are too many. */
function multiples({ min, max }: Spread, { digits: step, exponent }: Edge, most: number): Edge[] | undefined {
  const width = numberOf({ digits: step, exponent })
  const at = (i: number): Edge => ({ digits: i * step, exponent })
  let first = Math.floor(min / width)
  let last = Math.floor(max / width) + 1
  if (last - first > most) return undefined
  // A division is not exact: the ends are compared with the edges themselves.
  while (numberOf(at(first)) > min) first--
  while (numberOf(at(last)) <= max) last++
  return last - first > most ? undefined : Array.from({ length: last - first + 1 }, (_, i) => at(first + i))
}

/** Edges of one width, a round number. */
function evenEdges(spread: Spread, most: number): Edge[] {
  const { min, max, isWhole } = spread
  const magnitude = Math.floor(Math.log10(Math.max(Math.abs(min), Math.abs(max), 1e-6)))
  for (let exponent = isWhole ? 0 : Math.max(-6, magnitude - 3); ; exponent++) {
    for (const digits of steps) {
      const edges = multiples(spread, { digits, exponent }, most)
      if (edges) return edges
    }
  }
}

const series = [
  { digits: [1, 2, 5], every: 1 },
  { digits: [1, 5], every: 1 },
  { digits: [1], every: 1 },
  { digits: [1], every: 2 },
] as const

/** Edges that grow with the values: few leads are large, most are small. */
function growingEdges({ min, max }: Spread, most: number): Edge[] {
  const zero: Edge = { digits: 0, exponent: 0 }
  const found = series.map(({ digits, every }) => {
    const all = Array.from({ length: 18 }, (_, i) => i * every)
      .flatMap((exponent) => digits.map((each): Edge => ({ digits: each, exponent })))
      .filter(({ exponent }) => exponent <= 18)
    const from = Math.max(
      0,
      all.findLastIndex((edge) => numberOf(edge) <= min),
    )
    const to = all.findIndex((edge) => numberOf(edge) > max)
    const edges = all.slice(from, to + 1)
    return min < 1 ? [zero, ...edges] : edges
  })
  return found.find((edges) => edges.length - 1 <= most) ?? found.at(-1) ?? []
}

/** Values that spread over more than an order of magnitude are many small ones and a few large ones. */
const isSkewed = ({ min, max }: Spread): boolean => min >= 0 && max >= 100 && max >= 20 * Math.max(1, min)

const edgesOfSizes = (spread: Spread): Edge[] =>
  isSkewed(spread) ? growingEdges(spread, mostBins.size) : evenEdges(spread, mostBins.size)

/** Years one by one, by decade, by century: the finest that has room. */
function edgesOfYears(spread: Spread): Edge[] {
  for (let exponent = 0; ; exponent++) {
    const edges = multiples(spread, { digits: 1, exponent }, mostBins.year)
    if (edges) return edges
  }
}

export type Bin = { readonly from: Bound; readonly to: Bound }

/** The bins of a column of sizes or years. Whole numbers are told with both ends: 10..19. */
export function binsOf(kind: 'size' | 'year', spread: Spread): Bin[] {
  const edges = kind === 'year' ? edgesOfYears(spread) : edgesOfSizes(spread)
  return edges.slice(0, -1).map((edge, i) => {
    const next = edges[i + 1] ?? edge
    const from = { value: textOf(edge), inclusive: true }
    return spread.isWhole
      ? { from, to: { value: (BigInt(textOf(next)) - 1n).toString(), inclusive: true } }
      : { from, to: { value: textOf(next), inclusive: false } }
  })
}
