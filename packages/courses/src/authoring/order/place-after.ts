import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

/** Something with a position in an order. Keys compare byte by byte. */
export type Positioned = { readonly id: string; readonly position: string }

/** Longer keys are renewed: each move to the same spot makes the key there longer. */
const longestPosition = 40

export type Placing = {
  /** All that stand in the order, archived ones too, the first one first. */
  readonly rows: readonly Positioned[]
  /** What is moved; it need not be among the rows yet. */
  readonly id: string
  /** The id it is to follow; null for the first position. */
  readonly after: string | null
}

/**
 * The positions that change so that `id` follows `after`: one, or all of them where no key fits between, which happens
 * after many moves to one spot and where two keys are equal. Undefined where `after` is not in the order.
 */
export function placeAfter({ rows, id, after }: Placing): readonly Positioned[] | undefined {
  const others = rows.filter((row) => row.id !== id)
  const at = after === null ? -1 : others.findIndex((row) => row.id === after)
  if (after !== null && at === -1) return after === id ? [] : undefined
  const [before, next] = [others[at]?.position ?? null, others[at + 1]?.position ?? null]
  if (areApart(before, next)) {
    const position = generateKeyBetween(before, next)
    if (position.length <= longestPosition) return [{ id, position }]
  }
  const ids = others.map((row) => row.id).toSpliced(at + 1, 0, id)
  const keys = generateNKeysBetween(null, null, ids.length)
  return ids.map((one, n) => ({ id: one, position: keys[n] ?? '' }))
}

const areApart = (before: string | null, next: string | null): boolean =>
  before === null || next === null || before < next

/** The position behind all others. */
export const positionAtEnd = (rows: readonly Positioned[]): string =>
  generateKeyBetween(rows.at(-1)?.position ?? null, null)
