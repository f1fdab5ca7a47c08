import type { SearchAnswer } from '../schema.ts'

/** Where two answers to one search differ. */
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
      values: values.map(({ value, count: leads }) => `${leads} ${value}`),
    })),
    map: map && {
      ...{ kind: map.kind, unplaced: map.unplaced },
      cells: map.cells.map(({ cell, count: leads }) => `${cell} ${leads}`).toSorted(),
    },
    rows,
  }
}
