import { AppError } from '@freeor/kernel/errors'
import { clausesOf, type Node, topLevel } from '../query/ast.ts'
import { printNode } from '../query/print-query.ts'
import type { SearchPlan } from './plan-search.ts'

type Width = { weight: number; why: string }

function widthOf(node: Node): Width {
  const widths = [...clausesOf(node)].map((clause): Width => {
    if (clause.type === 'text') return { weight: 6, why: 'it looks into the text of every lead' }
    if (clause.type === 'column' && clause.match.op === 'contains') {
      return {
        weight: [...clause.match.text].length < 3 ? 7 : 5,
        why: 'it looks into the text of every lead',
      }
    }
    if (clause.type === 'place' && clause.kind === 'polygon') {
      const corners = clause.rings.reduce((sum, ring) => sum + ring.length, 0)
      return { weight: 3 + corners / 250, why: 'its shape has many corners' }
    }
    if (clause.type === 'place' && clause.kind === 'within')
      return { weight: 3, why: 'it measures distances' }
    if (clause.type === 'place') return { weight: 0, why: 'it covers a large area' }
    return { weight: 1, why: 'it reads every lead' }
  })
  const widest = widths.reduce((a, b) => (b.weight > a.weight ? b : a), {
    weight: 0,
    why: 'it covers a large area',
  })
  // Many alternatives together are costly, and no index helps with an exclusion.
  return { weight: widest.weight + widths.length / 10 + (node.type === 'not' ? 1 : 0), why: widest.why }
}

/** The refusal of a search that passed a cap, naming the part that costs most, as `details.clause` and `details.why`. */
export function tooWide(plan: SearchPlan, cause: AppError): AppError {
  if (plan.gone) return refusal(printNode(plan.gone), 'it compares two whole versions', cause)
  const parts = topLevel(plan.query).map((part) => ({ text: printNode(part), ...widthOf(part) }))
  const [widest] = parts.sort((a, b) => b.weight - a.weight)
  if (!widest) return refusal('', 'it asks for everything', cause)
  return refusal(widest.text, widest.why, cause)
}

function refusal(clause: string, why: string, cause: AppError): AppError {
  const named = clause === '' ? 'This search is too wide' : `This search is too wide: of ${clause}, ${why}`
  return new AppError('search_too_wide', `${named}. Add a place or another filter`, {
    cause,
    details: { clause, why },
  })
}
