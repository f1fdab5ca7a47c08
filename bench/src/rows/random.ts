/** The next number in [0, 1). */
export type Random = () => number

/** Mulberry32: small, fast, and the same numbers everywhere for one seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Draws index i with a chance in proportion to `weights[i]`, in constant time (Vose's alias method). */
export function weightedIndex(weights: readonly number[]): (random: Random) => number {
  const n = weights.length
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const scaled = Float64Array.from(weights, (weight) => (weight * n) / total)
  const alias = new Int32Array(n)
  const small: number[] = []
  const large: number[] = []
  scaled.forEach((value, i) => void (value < 1 ? small : large).push(i))
  while (small.length > 0 && large.length > 0) {
    const less = small.pop() ?? 0
    const more = large.pop() ?? 0
    alias[less] = more
    const left = (scaled[more] ?? 0) + (scaled[less] ?? 0) - 1
    scaled[more] = left
    ;(left < 1 ? small : large).push(more)
  }
  for (const i of [...small, ...large]) scaled[i] = 1
  return (random) => {
    const i = Math.floor(random() * n)
    return random() < (scaled[i] ?? 1) ? i : (alias[i] ?? i)
  }
}

/** Weights 1, 1/2^s, 1/3^s … for `n` things, commonest first. */
export const zipf = (n: number, s: number): number[] => Array.from({ length: n }, (_, i) => (i + 1) ** -s)
