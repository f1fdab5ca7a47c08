import { degreesOf } from '../cells/degrees.ts'
import { agreementOf, type Reading } from './agreement.ts'
import { rivalPlaces } from './place-groups.ts'
import { placeLinks } from './place-links.ts'
import { type PlaceKind, readColumn, readPoints } from './place-readings.ts'

/** One way to fill a part of the lead's place: a column, or two for a point. */
export type PlaceOption<Source> = {
  readonly kind: Exclude<PlaceKind, 'phone'>
  readonly source: Source
  /** Row by row; of the longitudes too for a point. */
  readonly cells: readonly string[]
  readonly lons?: readonly string[]
  /** How clearly the names say that it is of the lead's own place; below 0, of another. */
  readonly nameScore: number
  /** Whose place it is part of: see `placeNameOf`. */
  readonly place: string
}

const kinds = ['zip', 'state', 'city', 'county', 'point'] as const
/** How many options of a kind are tried; files with more addresses than that name them. */
const most = 4
/** Weights against rates of agreement: a word in a name, and coming after another column of the same kind. */
const wordWeight = 0.25
const laterCost = 0.02
const fewestDraws = 8
/** What having a part is worth where too few rows tell how well it agrees. */
const partWeight = 0.1

export type PlaceSet<Source> = {
  /** The chosen source of each kind that has one. */
  readonly chosen: ReadonlyMap<PlaceOption<Source>['kind'], Source>
  /** Places of the file's other addresses: nothing is read from their columns. */
  readonly others: ReadonlySet<string>
}

type Candidate<Source> = PlaceOption<Source> & {
  readonly rank: number
  readonly readings: readonly Reading<unknown>[]
}

/**
 * Of several addresses in a file (business and mailing), the set of columns that belongs together: the one whose
 * members agree best with each other row by row. Names of another place count against it; on a tie the first columns
 * win. Where persons and their companies have places of their own, one of them is taken whole: a person's city with the
 * company's ZIP would be nowhere.
 * @param extra what else speaks for a place, such as a text that ends in its ZIP
 */
export function choosePlaceSet<Source>(
  options: readonly PlaceOption<Source>[],
  extra: (place: string) => number = () => 0,
): PlaceSet<Source> {
  const rivals = rivalPlaces(options)
  const scoreOfName = (place: string): number =>
    options.reduce((sum, option) => sum + (option.place === place ? option.nameScore : 0), 0)
  const here = rivals.filter((place) => scoreOfName(place) >= 0)
  const byPlace = Map.groupBy(options, (option) => (rivals.includes(option.place) ? option.place : undefined))
  const tried = (here.length > 0 ? here : rivals).map((place) => {
    const members = new Set([...(byPlace.get(place) ?? []), ...(byPlace.get(undefined) ?? [])])
    const own = options.filter((option) => members.has(option))
    const best = bestSet(own)
    return { place, ...best, score: best.score + extra(place) + best.chosen.size * partWeight }
  })
  const [first, ...rest] = tried
  if (!first) return { chosen: bestSet(options).chosen, others: new Set() }
  const { place, chosen } = rest.reduce((best, one) => (one.score > best.score ? one : best), first)
  return { chosen, others: new Set(rivals.filter((rival) => rival !== place)) }
}

function bestSet<Source>(
  options: readonly PlaceOption<Source>[],
): Pick<PlaceSet<Source>, 'chosen'> & { score: number } {
  const byKind = kinds.map((kind) => candidatesOf(options, kind))
  const rateOf = measureOnce<Source>()
  let best: readonly Candidate<Source>[] = []
  let most = Number.NEGATIVE_INFINITY
  for (const set of setsOf(byKind)) {
    const score = scoreOf(set, rateOf)
    if (score <= most) continue
    best = set
    most = score
  }
  return { chosen: new Map(best.map(({ kind, source }) => [kind, source])), score: most }
}

function candidatesOf<Source>(
  options: readonly PlaceOption<Source>[],
  kind: PlaceOption<Source>['kind'],
): Candidate<Source>[] {
  const own = options.filter((option) => option.kind === kind)
  return own
    .toSorted((a, b) => b.nameScore - a.nameScore)
    .slice(0, most)
    .map((option) => ({
      ...option,
      rank: own.indexOf(option),
      readings:
        kind === 'point'
          ? readPoints(degrees(option.cells), degrees(option.lons ?? []))
          : readColumn(kind, option.cells),
    }))
}

const degrees = (cells: readonly string[]): (number | undefined)[] =>
  cells.map((text) => {
    const value = degreesOf(text)
    return Number.isNaN(value) ? undefined : value
  })

/** Every choice of one candidate of each kind that has any. */
function setsOf<Source>(byKind: readonly (readonly Candidate<Source>[])[]): Candidate<Source>[][] {
  return byKind.reduce<Candidate<Source>[][]>(
    (sets, candidates) =>
      candidates.length === 0
        ? sets
        : sets.flatMap((set) => candidates.map((candidate) => [...set, candidate])),
    [[]],
  )
}

type RateOf<Source> = (first: Candidate<Source>, second: Candidate<Source>) => number

function scoreOf<Source>(set: readonly Candidate<Source>[], rateOf: RateOf<Source>): number {
  let score = 0
  for (const [index, first] of set.entries()) {
    score += first.nameScore * wordWeight - first.rank * laterCost
    for (const second of set.slice(index + 1)) score += rateOf(first, second)
  }
  return score
}

/** The rate of agreement of two candidates, measured once; 0 where nothing links their kinds or too few rows tell. */
function measureOnce<Source>(): RateOf<Source> {
  const known = new Map<Candidate<Source>, Map<Candidate<Source>, number>>()
  const measure: RateOf<Source> = (first, second) => {
    const link = placeLinks.find(({ kinds: [one, other] }) => one === first.kind && other === second.kind)
    if (!link) return 0
    const { agrees, base } = link
    const agreement = agreementOf({ first: first.readings, second: second.readings, agrees, base })
    return agreement.hasDraws(fewestDraws) ? agreement.rate : 0
  }
  return (first, second) => {
    const row = known.get(first) ?? new Map<Candidate<Source>, number>()
    known.set(first, row)
    const rate = row.get(second) ?? Math.max(measure(first, second), measure(second, first))
    row.set(second, rate)
    return rate
  }
}
