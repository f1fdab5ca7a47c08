import type { Node, Query } from './ast.ts'

/**
 * Whether a query names a place, as a saved search must. Of parts that must all hold, one is enough. Of alternatives
 * each must name a place, as one that does not searches the whole country. Excluding a place names one as well.
 */
export const hasGeography = (query: Query): boolean => query !== null && saysWhere(query, false)

function saysWhere(node: Node, isExcluded: boolean): boolean {
  switch (node.type) {
    case 'place':
      return true
    case 'not':
      return saysWhere(node.of, !isExcluded)
    case 'and':
    case 'or': {
      // An excluded "and" is a list of alternatives, and the other way round.
      const allHold = (node.type === 'and') !== isExcluded
      return allHold
        ? node.of.some((child) => saysWhere(child, isExcluded))
        : node.of.every((child) => saysWhere(child, isExcluded))
    }
    default:
      return false
  }
}
