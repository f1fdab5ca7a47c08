/**
 * The share of a video that was watched.
 * @param ranges `[from, to]` in seconds: in order, disjoint
 * @param duration in seconds; null while it is unknown
 * @returns 0 to 1; null while the length is unknown
 */
export function watchedShare(
  ranges: readonly (readonly [number, number])[],
  duration: number | null,
): number | null {
  if (duration === null || duration <= 0) return null
  const seconds = ranges.reduce((sum, [from, to]) => sum + (to - from), 0)
  return Math.min(1, seconds / duration)
}
