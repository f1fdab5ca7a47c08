/** `[from, to]` in seconds of the video. */
export type Range = readonly [number, number]

/** What a player says it has played: this part of the video, at this rate. */
export type Played = { readonly from: number; readonly to: number; readonly rate: number }

/** A smaller gap is the player's inexactness. */
const touches = 0.05

/** More ranges than a learner makes; the shortest are forgotten first. */
const mostRanges = 500

const toMs = (seconds: number) => Math.round(seconds * 1000) / 1000

/** The same seconds as ranges in order, disjoint. */
export function mergeRanges(ranges: readonly Range[]): [number, number][] {
  const merged: [number, number][] = []
  for (const [from, to] of ranges.toSorted((one, other) => one[0] - other[0])) {
    const last = merged.at(-1)
    if (to <= from) continue
    if (last && from <= last[1] + touches) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  while (merged.length > mostRanges) {
    const lengths = merged.map(([from, to]) => to - from)
    merged.splice(lengths.indexOf(Math.min(...lengths)), 1)
  }
  return merged
}

export type Counting = {
  readonly watched: readonly Range[]
  /** Until when the server's clock was spent on playing that counts. */
  readonly countedUntil: Date
  /** Of the video, in seconds; null while it is unknown. */
  readonly duration: number | null
}

/** A player may be without a network for this long and its report still counts. */
const longestReportMs = 10 * 60_000

/**
 * Adds what was played to what was watched, but never more than could be played at its rate since the server counted
 * last: playing spends the server's time, and what is left of it is there for a report that comes late.
 */
export function countPlayed(
  { watched, countedUntil, duration }: Counting,
  played: readonly Played[],
  now: Date,
): { watched: [number, number][]; countedUntil: Date } {
  const end = duration ?? Number.POSITIVE_INFINITY
  let left = Math.min(longestReportMs, Math.max(0, now.getTime() - countedUntil.getTime())) / 1000
  const counted: Range[] = []
  for (const { from, to, rate } of played) {
    const begin = Math.max(0, from)
    const stop = Math.min(to, end, begin + left * rate)
    if (stop <= begin) continue
    left -= (stop - begin) / rate
    counted.push([toMs(begin), toMs(stop)])
  }
  return {
    watched: mergeRanges([...watched, ...counted]),
    countedUntil: new Date(now.getTime() - Math.max(0, left) * 1000),
  }
}
