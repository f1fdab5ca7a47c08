import type { Node, Query } from './ast.ts'

/**
 * Whether a query says where: a saved search must. Of parts that must all hold one is enough, of alternatives each has
 * to say it, as one that does not is asked of the whole country. Leaving a place out says where as well.
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
      // What is excluded of an "and" is alternatives, and the other way round.
      const allHold = (node.type === 'and') !== isExcluded
      return allHold
        ? node.of.some((child) => saysWhere(child, isExcluded))
        : node.of.every((child) => saysWhere(child, isExcluded))
    }
    default:
      return false
  }
}
