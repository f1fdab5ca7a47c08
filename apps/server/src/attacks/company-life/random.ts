/** Random choices that come again with the same seed. */
export type Random = {
  /** 0 <= x < 1 */
  next(): number
  /** A whole number, both ends included. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly T[]): T
}

/** The generator mulberry32 (Tommy Ettinger, public domain): 32 bits of state are plenty for choosing steps. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick(choices) {
      const chosen = choices[between(0, choices.length - 1)]
      if (chosen === undefined) throw new Error('There is nothing to choose from')
      return chosen
    },
  }
}
