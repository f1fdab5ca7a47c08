import type { SearchAnswer } from '../schema.ts'

/**
 * Where two answers to one search differ. Which spelling of a value is shown may differ: several can be equally
 * frequent.
 */
export function differencesOf(one: SearchAnswer, other: SearchAnswer): string[] {
  const [a, b] = [toldBy(one), toldBy(other)]
  return Object.keys(a).filter(
    (name) => JSON.stringify(a[name as keyof typeof a]) !== JSON.stringify(b[name as keyof typeof b]),
  )
}

function toldBy({ count, dropOne, facets, map, rows }: SearchAnswer) {
  return {
    count,
    dropOne,
    facets: facets.map(({ column, blank, distinct, values }) => ({
      ...{ column, blank, distinct },
      values: values.map((one) => `${one.count} ${one.value.toLowerCase()}`).toSorted(),
    })),
    map: map && {
      ...{ kind: map.kind, unplaced: map.unplaced },
      cells: map.cells.map(({ cell, count: leads }) => `${cell} ${leads}`).toSorted(),
    },
    rows,
  }
}
