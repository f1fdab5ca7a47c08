import type { Range } from '../watched-ranges.ts'

/** A video is told in so many equal parts. */
export const viewingParts = 100

/** What one learner has watched of a video: ranges in seconds, in order, disjoint. */
export type Watched = { readonly ranges: readonly Range[]; readonly duration: number }

export type ViewingCurve = {
  /** Of each part of the video: how many learners have watched some of it. */
  readonly watched: readonly number[]
  /** Of each part: for how many it is the last one that they have watched. */
  readonly ended: readonly number[]
}

const partOf = (second: number, duration: number): number =>
  Math.max(0, Math.min(viewingParts - 1, Math.floor((second * viewingParts) / duration)))

/** Where the viewers of a video are, and where they leave it. What is no part of the video does not count. */
export function viewingCurve(viewers: readonly Watched[]): ViewingCurve {
  const watched = Array<number>(viewingParts).fill(0)
  const ended = Array<number>(viewingParts).fill(0)
  for (const { ranges, duration } of viewers) {
    const inside = ranges.filter(([from, to]) => to > from && from < duration)
    /** Two ranges may lie in one part, which counts once. */
    let counted = -1
    for (const [from, to] of inside) {
      // The end itself is not watched: a range to the last second of a part does not reach into the next one.
      const last = Math.max(
        partOf(from, duration),
        Math.ceil((Math.min(to, duration) * viewingParts) / duration) - 1,
      )
      for (let part = Math.max(counted + 1, partOf(from, duration)); part <= last; part += 1)
        watched[part] = (watched[part] ?? 0) + 1
      counted = Math.max(counted, last)
    }
    if (counted >= 0) ended[counted] = (ended[counted] ?? 0) + 1
  }
  return { watched, ended }
}

/** The first part after which fewer than half of those who began are left; undefined where half stay to the end. */
export function findHalfTime({ ended }: Pick<ViewingCurve, 'ended'>): number | undefined {
  const all = ended.reduce((sum, one) => sum + one, 0)
  let left = all
  for (const [part, here] of ended.entries()) {
    left -= here
    if (left * 2 < all) return part === viewingParts - 1 ? undefined : part
  }
  return undefined
}
