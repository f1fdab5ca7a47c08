import type { ColumnKind } from '../../schema.ts'
import { type Agreement, agreementOf, beyondChance, type Reading } from './agreement.ts'
import { isShown, placeLinks } from './place-links.ts'
import { type CellKind, type PlaceKind, possibleKinds, readColumn, readPoints } from './place-readings.ts'
import { isOverland, pointCandidates } from './point-candidates.ts'

/** What is known of a column of the sample with respect to places. */
export type PlaceColumn = {
  /** Row by row, trimmed; '' for blank. */
  readonly cells: readonly string[]
  /** The kind that its name suggests, or its cells alone. */
  readonly ownKind: ColumnKind
  /** Its name says nothing, so only its cells decide. */
  readonly isUnnamed: boolean
  /** Its name says that it is of another place than the lead's: a mailing address, the state of incorporation. */
  readonly isElsewhere: boolean
  /** Its cells' own form proves the kind: punctuated telephone numbers need no state. */
  readonly isProven: boolean
}

/** What the rows say about columns: kinds that are shown, and kinds that are shown to be wrong. */
export type PlaceFindings = {
  readonly shown: ReadonlyMap<number, ColumnKind>
  /** Columns whose own kind the rows contradict. */
  readonly refuted: ReadonlySet<number>
}

/** A hypothesis: these columns (two for a point) are of this kind. */
type Hypothesis = {
  readonly kind: PlaceKind
  readonly columns: readonly number[]
  readonly readings: readonly Reading<unknown>[]
}

type Measured = { readonly first: Hypothesis; readonly second: Hypothesis; readonly agreement: Agreement }

/** The kinds that are measured against each other; other own kinds neither gain nor lose. */
const placeKinds: ReadonlySet<ColumnKind> = new Set(['zip', 'state', 'city', 'county', 'lat', 'lon', 'phone'])
/** How many different cells must fail to agree before a column's name is not believed. */
const fewestToRefute = 8
/** How much a name that says the same adds: it decides between readings that are about as strong. */
const nameWeight = 1.15
const nearlyAsWell = 0.75
/**
 * How often a second column of a kind must agree, as a share of the first's rate. In a file of one state two thirds of
 * common surnames may be names of its counties.
 */
const leastOfSecond = 0.85
const leastBeyondChance = 0.15
/** Columns that agree this often cannot be told apart by rows that say nothing else. */
const mostToRefute = 0.75

/**
 * Tells which columns hold places from what the rows say together: the ZIP is in the state, the city and the county
 * have a ZIP nearby, the point is near the ZIP's. Hypotheses are taken in the order of their evidence, each column
 * once; a name decides only where the rows say nothing.
 */
export function recognizePlaces(columns: readonly PlaceColumn[]): PlaceFindings {
  const hypotheses = hypothesesOf(columns)
  const measured = measureAll(columns, hypotheses)
  const accepted = withPointAlone(accept(columns, measured), columns, hypotheses)
  return { shown: accepted.kinds, refuted: refute(columns, measured, accepted) }
}

function hypothesesOf(columns: readonly PlaceColumn[]): Hypothesis[] {
  const found: Hypothesis[] = []
  for (const [index, { cells, ownKind }] of columns.entries()) {
    const filled = cells.filter((text) => text !== '')
    const kinds = new Set<CellKind>(possibleKinds(filled))
    // A kind that a name claims is measured even where hardly any cell looks like it.
    if (filled.length > 0 && isCellKind(ownKind)) kinds.add(ownKind)
    for (const kind of kinds) found.push({ kind, columns: [index], readings: readColumn(kind, cells) })
  }
  for (const { lat, lon, lats, lons } of pointCandidates(columns.map(({ cells }) => cells)))
    found.push({ kind: 'point', columns: [lat, lon], readings: readPoints(lats, lons) })
  return found
}

const isCellKind = (kind: ColumnKind): kind is CellKind & ColumnKind =>
  placeKinds.has(kind) && kind !== 'lat' && kind !== 'lon'

/** Of each kind so many columns are measured against all others: a file of hundreds would take seconds for each pair. */
const mostMeasured = 8

function measureAll(columns: readonly PlaceColumn[], hypotheses: readonly Hypothesis[]): Measured[] {
  const byKind = Map.groupBy(hypotheses, ({ kind }) => kind)
  const leading = new Set([...byKind.values()].flatMap((some) => leadingOf(columns, some)))
  return placeLinks.flatMap(({ kinds: [one, other], agrees, base }) =>
    (byKind.get(one) ?? []).flatMap((first) =>
      (byKind.get(other) ?? []).flatMap((second) => {
        if (!leading.has(first) && !leading.has(second)) return []
        if (second.columns.some((column) => first.columns.includes(column))) return []
        const { readings } = second
        const agreement = agreementOf({
          first: first.readings,
          second: readings,
          agrees: agrees as never,
          base,
        })
        return [{ first, second, agreement }]
      }),
    ),
  )
}

/** Of one kind the columns that are named so and have most cells, in the file's order where they are alike. */
function leadingOf(columns: readonly PlaceColumn[], some: readonly Hypothesis[]): readonly Hypothesis[] {
  if (some.length <= mostMeasured) return some
  const known = new Map(
    some.map((one) => [one, one.readings.filter((reading) => reading !== undefined).length]),
  )
  const weight = (one: Hypothesis): number => (isNamed(columns, one) ? 2 : 1) * (known.get(one) ?? 0)
  return some.toSorted((a, b) => weight(b) - weight(a)).slice(0, mostMeasured)
}

const linkFor = (measured: Measured) =>
  placeLinks.find(({ kinds }) => kinds[0] === measured.first.kind && kinds[1] === measured.second.kind)

/** Takes the proven links from the strongest on; a later link may not give a column another kind. */
function accept(columns: readonly PlaceColumn[], measured: readonly Measured[]): Accepted {
  const strength = ({ first, second, agreement }: Measured): number =>
    agreement.nats * (isNamed(columns, first) ? nameWeight : 1) * (isNamed(columns, second) ? nameWeight : 1)
  const sides = measured
    .filter((one) => isShown(linkFor(one) ?? { least: 1 }, one.agreement))
    .map((one) => ({ ...one, strength: strength(one) }))
    .toSorted((a, b) => b.strength - a.strength)
    .map(({ first, second, ...rest }) => [
      { own: first, other: second, ...rest },
      { own: second, other: first, ...rest },
    ])
  const all = sides.flat()
  const kinds = new Map<number, ColumnKind>()
  const taken = new Map<string, Claim>()
  for (const both of sides) {
    if (!both.every(({ own }) => fits(kinds, own))) continue
    if (!both.every((claim) => isWelcome(claim, { columns, all, kinds, taken }))) continue
    for (const claim of both) {
      if (!taken.has(placeOf(claim))) taken.set(placeOf(claim), claim)
      for (const [column, kind] of kindsOf(claim.own)) kinds.set(column, kind)
    }
  }
  return { kinds, taken }
}

/** Two columns without names whose points nearly all lie where ZIPs are, in a file whose places have no other column. */
function withPointAlone(
  accepted: Accepted,
  columns: readonly PlaceColumn[],
  hypotheses: readonly Hypothesis[],
): Accepted {
  if ([...accepted.kinds.values()].includes('lat')) return accepted
  const found = hypotheses.find(
    (one) =>
      one.kind === 'point' &&
      one.columns.every((column) => columns[column]?.isUnnamed && !accepted.kinds.has(column)) &&
      isOverland(one.readings as readonly Reading<readonly [number, number]>[]),
  )
  return found ? { ...accepted, kinds: new Map([...accepted.kinds, ...kindsOf(found)]) } : accepted
}

/** One side of a proven link: `own` is of its kind as surely as `other` is of its kind. */
type Claim = {
  readonly own: Hypothesis
  readonly other: Hypothesis
  readonly agreement: Agreement
  readonly strength: number
}

const placeOf = ({ own, other }: Claim): string => `${own.kind} of ${other.columns}`

type Accepted = {
  readonly kinds: ReadonlyMap<number, ColumnKind>
  /** The strongest claim to each kind; a claim is only as sure as the kind of the other column. */
  readonly taken: ReadonlyMap<string, Claim>
}
type Rivals = Accepted & { readonly columns: readonly PlaceColumn[]; readonly all: readonly Claim[] }

/**
 * Whether a column may become a second one of a kind, next to one that agrees with the same other column: only if its
 * name does not suggest something else, it agrees nearly as well, and it is not just as well a kind that is still
 * missing (in Puerto Rico a city and its county have one name).
 */
function isWelcome(claim: Claim, { columns, kinds, taken, all }: Rivals): boolean {
  const { own, agreement, strength } = claim
  const first = taken.get(placeOf(claim))
  if (first === undefined || own.columns.every((column) => kinds.has(column))) return true
  if (agreement.rate < first.agreement.rate * leastOfSecond) return false
  if (isNamed(columns, own)) return true
  const isMissing = all.some(
    (rival) =>
      rival.other.columns.join() === claim.other.columns.join() &&
      rival.own.columns.join() === own.columns.join() &&
      rival.own.kind !== own.kind &&
      rival.strength >= strength * nearlyAsWell &&
      !taken.has(placeOf(rival)),
  )
  return !isMissing && own.columns.every((column) => columns[column]?.isUnnamed)
}

const kindsOf = ({ kind, columns: [first = -1, second = -1] }: Hypothesis): [number, ColumnKind][] =>
  kind === 'point'
    ? [
        [first, 'lat'],
        [second, 'lon'],
      ]
    : [[first, kind]]

const fits = (kinds: ReadonlyMap<number, ColumnKind>, hypothesis: Hypothesis): boolean =>
  kindsOf(hypothesis).every(([column, kind]) => (kinds.get(column) ?? kind) === kind)

const isNamed = (columns: readonly PlaceColumn[], hypothesis: Hypothesis): boolean =>
  kindsOf(hypothesis).every(([column, kind]) => columns[column]?.ownKind === kind)

const isMere = (agreement: Agreement): boolean =>
  agreement.rate < mostToRefute && beyondChance(agreement) < leastBeyondChance

/**
 * The columns whose own kind was compared with proven columns and is wrong: they agree with all of them only by chance,
 * or far less well than the columns that are proven to be of that kind.
 */
function refute(
  columns: readonly PlaceColumn[],
  measured: readonly Measured[],
  { kinds, taken }: Accepted,
): Set<number> {
  const isShownAs = (hypothesis: Hypothesis): boolean =>
    kindsOf(hypothesis).every(([column, kind]) => kinds.get(column) === kind)
  const isWorse = (claim: Claim): boolean =>
    claim.agreement.rate < (taken.get(placeOf(claim))?.agreement.rate ?? 0) * nearlyAsWell
  const refuted = new Set<number>()
  for (const [index, { ownKind, isElsewhere, isProven }] of columns.entries()) {
    if (kinds.has(index) || isElsewhere || isProven || !placeKinds.has(ownKind)) continue
    const claims = measured.flatMap(({ first, second, agreement }): Claim[] => {
      const [own, other] = first.columns.includes(index) ? [first, second] : [second, first]
      const isTest = own.columns.includes(index) && own.kind === ownKind && isShownAs(other)
      return isTest && agreement.hasDraws(fewestToRefute) ? [{ own, other, agreement, strength: 0 }] : []
    })
    if (claims.length > 0 && claims.every((claim) => isMere(claim.agreement) || isWorse(claim)))
      refuted.add(index)
  }
  return refuted
}
