/** What is known of a condition on a block: no lead holds it, all do, or its bitmap says which. */
export const NONE = 0
export const ALL = 1
export const SOME = 2
export type Extent = typeof NONE | typeof ALL | typeof SOME

/** A condition that is tied to the columns of one version. */
export type BlockTest = {
  /** By the least and the greatest cell of a block alone; SOME where they do not tell. */
  probe(block: number): Extent
  /** Writes the bitmap to `out` where the answer is SOME. `free` is the first result that is not in use. */
  run(block: number, out: number, free: number): Extent
}

export const opposite = (extent: Extent): Extent => (extent === SOME ? SOME : extent === NONE ? ALL : NONE)
