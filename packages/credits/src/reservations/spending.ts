/** A lot as spending sees it. */
export type SpendableLot = { readonly id: string; readonly left: number }

export type Part = { readonly lotId: string; readonly amount: number }

/**
 * Spreads `amount` over lots in the order given, as much as each has. Undefined when they have less in all.
 */
export function spread(lots: readonly SpendableLot[], amount: number): Part[] | undefined {
  const parts: Part[] = []
  let open = amount
  for (const lot of lots) {
    if (open === 0) break
    const part = Math.min(open, lot.left)
    if (part > 0) parts.push({ lotId: lot.id, amount: part })
    open -= part
  }
  return open === 0 ? parts : undefined
}
