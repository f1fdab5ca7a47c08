/** Leads for which exactly the parts of `held` hold: bit i is part i. */
export type Holding = { readonly held: number; readonly count: number }

const hasAll = (held: number, parts: number) => (held & parts) === parts

function bitsOf(mask: number): number {
  let bits = 0
  for (let rest = mask; rest > 0; rest &= rest - 1) bits++
  return bits
}

const placesOf = (mask: number, parts: number): number[] =>
  Array.from({ length: parts }, (_, i) => i).filter((i) => (mask & (1 << i)) !== 0)

/** All sets of parts but the empty one: smaller ones first, then those whose parts come first. */
function setsOf(parts: number): number[] {
  const sets = Array.from({ length: 2 ** parts - 1 }, (_, i) => i + 1)
  return sets.sort((a, b) => bitsOf(a) - bitsOf(b) || a - b)
}

/**
 * The smallest set of parts that no lead fulfils together: as long as all of them are in the search, nothing can be
 * found. Undefined where a lead fulfils all parts, or where there is no lead at all.
 */
export function smallestConflict(holdings: readonly Holding[], parts: number): number[] | undefined {
  if (holdings.length === 0) return undefined
  const conflict = setsOf(parts).find((set) => !holdings.some(({ held }) => hasAll(held, set)))
  return conflict === undefined ? undefined : placesOf(conflict, parts)
}

export type Removal = { readonly parts: number[]; readonly count: number }

/** The fewest parts without which something is found; of several such sets, the one that brings most leads back. */
export function smallestRemoval(holdings: readonly Holding[], parts: number): Removal | undefined {
  const all = 2 ** parts - 1
  const fewest = Math.min(...holdings.map(({ held }) => parts - bitsOf(held)))
  const candidates = holdings
    .filter(({ held }) => parts - bitsOf(held) === fewest)
    .map(({ held }) => ({
      parts: placesOf(all & ~held, parts),
      count: holdings.reduce((sum, one) => sum + (hasAll(one.held, held) ? one.count : 0), 0),
    }))
  const [best] = candidates.sort((a, b) => b.count - a.count || (a.parts[0] ?? 0) - (b.parts[0] ?? 0))
  return best && best.parts.length > 0 ? best : undefined
}
