/**
 * How well two columns agree row by row, against what chance would give.
 *
 * `chance` is the rate at which a cell agrees with the other column's cell of another row, where both columns say
 * something else there, and never below `base`, the rate that unrelated cells of the same shape reach (five digits that
 * happen to be a ZIP of the state). In a file of one state no other row says something else, and `base` alone is the
 * measure.
 */
export type Agreement = {
  /** Different cells of the column that has more of them: a place that recurs is no evidence of its own. */
  readonly draws: number
  /** The share of the rows with both cells that agree. */
  readonly rate: number
  readonly chance: number
  /**
   * draws × KL(rate ‖ chance): the logarithm of how much likelier these agreements are under their own rate than under
   * chance (half the G-statistic of a goodness-of-fit test). 0 when the rate does not exceed chance.
   */
  readonly nats: number
  /** Whether there are so many draws; cheaper than to count them all. */
  hasDraws(count: number): boolean
}

/** What one cell says; `key` is equal for cells that say the same. Undefined for cells that cannot be compared. */
export type Reading<Value> = { readonly key: string; readonly value: Value } | undefined

type Comparison<A, B> = {
  readonly first: readonly Reading<A>[]
  readonly second: readonly Reading<B>[]
  agrees(a: A, b: B): boolean
  readonly base: number
}

/** Moves of the second column, as shares of its length. Fixed, so that the same file gets the same answer. */
const moves = [0.137, 0.291, 0.457, 0.618, 0.809]

/**
 * Measures the agreement of two columns of readings of equal length. Chance is only measured where somebody asks for it:
 * most pairs of columns agree so seldom that their rate says all, and a file of hundreds of columns has thousands.
 */
export function agreementOf<A, B>(comparison: Comparison<A, B>): Agreement {
  const { first, second, agrees, base } = comparison
  let both = 0
  let agreed = 0
  for (const [row, a] of first.entries()) {
    const b = second[row]
    if (!a || !b) continue
    both++
    if (agrees(a.value, b.value)) agreed++
  }
  const rate = agreed / Math.max(1, both)
  let draws: number | undefined
  let chance: number | undefined
  return {
    rate,
    hasDraws: (count) => drawsOf(comparison, count) >= count,
    get draws() {
      draws ??= drawsOf(comparison, Number.POSITIVE_INFINITY)
      return draws
    },
    get chance() {
      chance ??= rate <= base ? base : Math.max(base, movedRate(pairsOf(comparison), agrees))
      return chance
    },
    get nats() {
      return rate > this.chance ? this.draws * klOf(rate, this.chance) : 0
    },
  }
}

/** How many draws there are, counted as far as `enough`. */
function drawsOf<A, B>({ first, second }: Comparison<A, B>, enough: number): number {
  const [one, other] = [new Set<string>(), new Set<string>()]
  for (const [row, a] of first.entries()) {
    const b = second[row]
    if (!a || !b) continue
    one.add(a.key)
    other.add(b.key)
    if (one.size >= enough || other.size >= enough) break
  }
  return Math.max(one.size, other.size)
}

function pairsOf<A, B>({ first, second }: Comparison<A, B>): Pair<A, B>[] {
  return first.flatMap((a, row): Pair<A, B>[] => {
    const b = second[row]
    return a && b ? [[a, b]] : []
  })
}

type Pair<A, B> = readonly [NonNullable<Reading<A>>, NonNullable<Reading<B>>]

/** How often cells agree with those of rows in which both columns say something else; 0 when there is none. */
function movedRate<A, B>(pairs: readonly Pair<A, B>[], agrees: (a: A, b: B) => boolean): number {
  let compared = 0
  let agreed = 0
  for (const shift of new Set(moves.map((share) => Math.ceil(share * pairs.length))))
    for (const [row, [a, b]] of pairs.entries()) {
      const [otherA, otherB] = pairs[(row + shift) % pairs.length] ?? [a, b]
      if (otherA.key === a.key || otherB.key === b.key) continue
      compared++
      if (agrees(a.value, otherB.value)) agreed++
    }
  return compared === 0 ? 0 : agreed / compared
}

/** Kullback-Leibler divergence of two chances of the same event, in nats. */
function klOf(rate: number, chance: number): number {
  const term = (p: number, q: number) => (p === 0 ? 0 : p * Math.log(p / q))
  return term(rate, chance) + term(1 - rate, 1 - Math.min(chance, 1 - 1e-9))
}

/** The part of the agreement that chance cannot give: 1 when all agree, 0 when no more do than by chance (Cohen's kappa). */
export const beyondChance = ({ rate, chance }: Agreement): number =>
  Math.max(0, (rate - chance) / (1 - chance))
