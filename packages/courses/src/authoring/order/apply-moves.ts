/** A move as it is sent: what moves, and what it is to follow; null for the first position. */
export type OrderMove = { readonly id: string; readonly after: string | null }

/**
 * An order with moves on top of it. A move of what is gone, or behind what is gone, is passed over: whoever took it away
 * was quicker, and the server says so. Applied twice it is the same, so it may lie on an order that has it already.
 */
export function applyMoves(order: readonly string[], moves: readonly OrderMove[]): readonly string[] {
  let now = order
  for (const { id, after } of moves) {
    if (id === after || !now.includes(id)) continue
    const others = now.filter((one) => one !== id)
    const at = after === null ? -1 : others.indexOf(after)
    if (after !== null && at === -1) continue
    now = others.toSpliced(at + 1, 0, id)
  }
  return now
}

/** The move that brings `id` to a position, counted from 0 among all. */
export function moveTo(order: readonly string[], id: string, position: number): OrderMove {
  const others = order.filter((one) => one !== id)
  return { id, after: others[Math.min(position, others.length) - 1] ?? null }
}
