/**
 * The shape of the Merkle tree of RFC 6962, section 2.1, without any hash: which subtrees a root and a proof are made
 * of. A subtree here is a whole one: the `index`-th of those with 2^level leaves.
 */
export type Subtree = { readonly level: number; readonly index: number }

/** The leaves from `start` up to `end`, without it. */
type Leaves = { readonly start: number; readonly end: number }

const sizeOf = ({ start, end }: Leaves) => end - start

/** The largest power of two that is smaller than `count`, which is at least 2. */
function splitOf(count: number): number {
  let split = 1
  while (split * 2 < count) split *= 2
  return split
}

const halves = ({ start, end }: Leaves): [Leaves, Leaves] => {
  const middle = start + splitOf(end - start)
  return [
    { start, end: middle },
    { start: middle, end },
  ]
}

/** The whole subtrees that these leaves consist of, from left to right. Their hash is folded from the right. */
export function subtreesOf({ start, end }: Leaves): Subtree[] {
  const subtrees: Subtree[] = []
  for (let at = start; at < end; ) {
    let level = 0
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level++
    subtrees.push({ level, index: at / 2 ** level })
    at += 2 ** level
  }
  return subtrees
}

/** Each element's leaves of the audit path of a leaf: PATH(m, D[n]), section 2.1.1. */
export function inclusionPath(leaf: number, leaves: Leaves): Leaves[] {
  if (sizeOf(leaves) === 1) return []
  const [left, right] = halves(leaves)
  return leaf < left.end ? [...inclusionPath(leaf, left), right] : [...inclusionPath(leaf, right), left]
}

/** Each element's leaves of the proof that a tree of `first` leaves is the beginning of this one: PROOF(m, D[n]), section 2.1.2. */
export const consistencyPath = (first: number, size: number): Leaves[] =>
  first === 0 ? [] : subproof(first, { start: 0, end: size }, true)

function subproof(first: number, leaves: Leaves, isWhole: boolean): Leaves[] {
  if (first === leaves.end) return isWhole ? [] : [leaves]
  const [left, right] = halves(leaves)
  return first <= left.end
    ? [...subproof(first, left, isWhole), right]
    : [...subproof(first, right, false), left]
}
