/** A repeatable source of numbers from 0 up to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Zipf's law: the value at rank n is 1/n as frequent as the first. */
export const zipfWeight = (index: number): number => 1 / (index + 1)

/**
 * A choice of values by weight, in constant time for each draw (Walker's alias method): every slot holds two values and
 * the chance of the first.
 */
export function weightedPick<Value>(
  values: readonly Value[],
  weightOf: (value: Value, index: number) => number,
): (random: () => number) => Value {
  const weights = values.map(weightOf)
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / values.length
  const rest = weights.map((weight) => weight / mean)
  const other = values.map((_, index) => index)
  const isSmall = (index: number) => (rest[index] ?? 0) < 1
  const small = other.filter(isSmall)
  const large = other.filter((index) => !isSmall(index))
  const chance = new Array<number>(values.length).fill(1)
  while (small.length > 0 && large.length > 0) {
    const less = small.pop() ?? 0
    const more = large.at(-1) ?? 0
    chance[less] = rest[less] ?? 1
    other[less] = more
    rest[more] = (rest[more] ?? 0) - (1 - (rest[less] ?? 0))
    if (isSmall(more)) small.push(large.pop() ?? 0)
  }
  return (random) => {
    const draw = random() * values.length
    const slot = Math.floor(draw)
    const index = draw - slot < (chance[slot] ?? 1) ? slot : (other[slot] ?? slot)
    return values[index] as Value
  }
}
