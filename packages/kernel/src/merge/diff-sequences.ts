/** Where one sequence differs from another: `[from, to)` of the first became `[from, to)` of the second. */
export type Hunk = { readonly base: readonly [number, number]; readonly side: readonly [number, number] }

/** Past so many differing units the rest counts as replaced whole: the time and memory of Myers' algorithm grow by its square. */
const mostEdits = 1000

type Pair = readonly [number, number]

/**
 * The differences of two sequences in their order, by Myers' greedy algorithm (E. W. Myers, "An O(ND) Difference
 * Algorithm and Its Variations", 1986). An insertion or deletion that could stand at several places, as next to a
 * repeated unit, stands at the last of them.
 */
export function diffSequences(base: readonly number[], side: readonly number[]): Hunk[] {
  let start = 0
  while (start < base.length && start < side.length && base[start] === side[start]) start += 1
  let end = 0
  while (
    end < base.length - start &&
    end < side.length - start &&
    base[base.length - 1 - end] === side[side.length - 1 - end]
  )
    end += 1
  const middle = matchMiddle(base.slice(start, base.length - end), side.slice(start, side.length - end))
  const pairs = middle.map(([x, y]): Pair => [x + start, y + start])
  return slideDown({ base, side }, hunksBetween(pairs, { base, side, start, end }))
}

/** The pairs of equal units that a shortest way from the first sequence to the second keeps. */
function matchMiddle(base: readonly number[], side: readonly number[]): Pair[] {
  const [n, m] = [base.length, side.length]
  /** Of each step: how far each diagonal reaches. The diagonal `k` stands at `k + offset`. */
  const steps: Int32Array[] = []
  let reached = new Int32Array(3)
  for (let edits = 0; edits <= Math.min(n + m, mostEdits); edits += 1) {
    const before = reached
    steps.push(before)
    reached = new Int32Array(2 * edits + 5)
    for (let k = -edits; k <= edits; k += 2) {
      let x = edits === 0 ? 0 : furthest(before, k, edits).x
      let y = x - k
      while (x < n && y < m && base[x] === side[y]) {
        x += 1
        y += 1
      }
      reached[k + edits + 1] = x
      if (x >= n && y >= m) return walkBack(steps, n, m)
    }
  }
  return []
}

/** Where diagonal `k` begins after one more edit, and the diagonal it comes from. `before` holds those of the step before. */
function furthest(before: Int32Array, k: number, edits: number): { x: number; from: number } {
  const at = (diagonal: number) => before[diagonal + edits] ?? 0
  const isDown = k === -edits || (k !== edits && at(k - 1) < at(k + 1))
  return isDown ? { x: at(k + 1), from: k + 1 } : { x: at(k - 1) + 1, from: k - 1 }
}

function walkBack(steps: readonly Int32Array[], n: number, m: number): Pair[] {
  const pairs: Pair[] = []
  let [x, y] = [n, m]
  for (let edits = steps.length - 1; edits > 0; edits -= 1) {
    const before = steps[edits] ?? new Int32Array()
    const { x: begin, from } = furthest(before, x - y, edits)
    while (x > begin) {
      x -= 1
      y -= 1
      pairs.push([x, y])
    }
    x = before[from + edits] ?? 0
    y = x - from
  }
  while (x > 0 && y > 0) {
    x -= 1
    y -= 1
    pairs.push([x, y])
  }
  return pairs.reverse()
}

type Sequences = { readonly base: readonly number[]; readonly side: readonly number[] }

function hunksBetween(
  pairs: readonly Pair[],
  { base, side, start, end }: Sequences & { start: number; end: number },
): Hunk[] {
  const hunks: Hunk[] = []
  let [x, y] = [start, start]
  for (const [nextX, nextY] of [...pairs, [base.length - end, side.length - end] as const]) {
    if (nextX > x || nextY > y) hunks.push({ base: [x, nextX], side: [y, nextY] })
    x = nextX + 1
    y = nextY + 1
  }
  return hunks
}

/** Moves each pure insertion and deletion down as far as equal units let it; hunks that meet become one. */
function slideDown({ base, side }: Sequences, hunks: readonly Hunk[]): Hunk[] {
  const slid: Hunk[] = []
  for (const hunk of hunks.toReversed()) {
    let [[x, toX], [y, toY]] = [hunk.base, hunk.side]
    const next = slid.at(-1)
    const [endX, endY] = next ? [next.base[0], next.side[0]] : [base.length, side.length]
    const slides = () =>
      toX < endX && toY < endY && (x === toX ? side[y] === side[toY] : y === toY && base[x] === base[toX])
    while (slides()) {
      x += 1
      toX += 1
      y += 1
      toY += 1
    }
    if (next && toX === endX && toY === endY)
      slid[slid.length - 1] = { base: [x, next.base[1]], side: [y, next.side[1]] }
    else slid.push({ base: [x, toX], side: [y, toY] })
  }
  return slid.reverse()
}
