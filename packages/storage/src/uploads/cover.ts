/** Bytes of an upload that are stored as one file: from `start`, and as many as the file has. */
export type Part = { readonly key: string; readonly start: number; readonly bytes: number }

/** Bytes `from` to `to` of a part, both included. */
export type Piece = { readonly key: string; readonly from: number; readonly to: number }

/**
 * The pieces that together are all bytes from the first on, without a gap, and how many bytes those are. Parts may lie
 * over each other: two servers may both have taken the same bytes of a client that lost its connection. What they hold
 * is of one file, so it does not matter which of them is read.
 */
export function coverFromStart(parts: readonly Part[]): { bytes: number; pieces: readonly Piece[] } {
  const pieces: Piece[] = []
  let covered = 0
  let longest: Part | undefined
  const takeLongest = () => {
    if (!longest || endOf(longest) <= covered) return
    pieces.push({ key: longest.key, from: covered - longest.start, to: longest.bytes - 1 })
    covered = endOf(longest)
  }
  for (const part of parts.toSorted((a, b) => a.start - b.start)) {
    if (part.start > covered) takeLongest()
    if (part.start > covered) break
    if (!longest || endOf(part) > endOf(longest)) longest = part
  }
  takeLongest()
  return { bytes: covered, pieces }
}

const endOf = ({ start, bytes }: Part): number => start + bytes

/** The pieces of bytes `start` to `end` of the whole, both included. */
export function cutPieces(
  pieces: readonly Piece[],
  { start, end }: { start: number; end: number },
): readonly Piece[] {
  const cut: Piece[] = []
  let at = 0
  for (const { key, from, to } of pieces) {
    const next = at + to - from + 1
    if (next > start && at <= end)
      cut.push({ key, from: from + Math.max(0, start - at), to: to - Math.max(0, next - 1 - end) })
    at = next
  }
  return cut
}
