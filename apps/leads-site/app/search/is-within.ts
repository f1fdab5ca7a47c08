import type { Bound, Match, Node } from '@freeor/leads/query/ast'

type Asked = { readonly name: string; readonly match: Match }

/** What a clause asks of a column, or of the state. */
function askedOf(node: Node): Asked | undefined {
  if (node.type === 'column') return { name: node.column, match: node.match }
  if (node.type !== 'place' || node.kind !== 'state') return undefined
  return { name: 'state', match: { op: 'any', values: node.states } }
}

const plainNumber = /^-?\d+(\.\d+)?$/

/** Whether an end of a range is not outside of another's: `sign` is 1 for lower ends, -1 for upper ones. */
function isInside(one: Bound | undefined, other: Bound | undefined, sign: 1 | -1): boolean {
  if (!other) return true
  // Days and months are no numbers: a range of those is not compared.
  if (!one || !plainNumber.test(one.value) || !plainNumber.test(other.value)) return false
  const [a, b] = [sign * Number(one.value), sign * Number(other.value)]
  return a > b || (a === b && (other.inclusive || !one.inclusive))
}

/** Whether whatever fulfils one clause fulfils another of the same column. False where that is not plain to see. */
export function isWithin(clause: Node, part: Node): boolean {
  const [one, other] = [askedOf(clause), askedOf(part)]
  if (!one || !other || one.name !== other.name) return false
  if (other.match.op === 'present') return true
  if (one.match.op === 'any' && other.match.op === 'any') {
    const wider = new Set(other.match.values.map((value) => value.toLowerCase()))
    return one.match.values.every((value) => wider.has(value.toLowerCase()))
  }
  if (one.match.op !== 'range' || other.match.op !== 'range') return false
  return isInside(one.match.from, other.match.from, 1) && isInside(one.match.to, other.match.to, -1)
}
