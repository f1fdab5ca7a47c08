import { Refusal } from '../read-file.ts'
import { childOf, elementsOf, findAll, textOf, type XmlElement } from '../xml/read-xml.ts'

/** What a choice is told by the rules of an item. */
export type ScoredChoice = {
  readonly score: number
  /** The names of the feedback that is shown. */
  readonly feedback: readonly string[]
}

type Choice = { readonly ident: string; readonly response: string }

/** Runs the rules of an item as if this option alone had been chosen. */
export function scoreChoice(item: XmlElement, choice: Choice): ScoredChoice {
  const processing = findAll(item, 'resprocessing')
  let score = startOf(processing[0])
  const feedback: string[] = []
  let matched = false
  for (const condition of processing.flatMap((one) => elementsOf(one, 'respcondition'))) {
    const rule = childOf(condition, 'conditionvar')
    if (!rule || !elementsOf(rule).every((one) => holds(one, choice, matched))) continue
    for (const set of elementsOf(condition, 'setvar')) score = change(score, set)
    for (const shown of elementsOf(condition, 'displayfeedback'))
      feedback.push(shown.attributes.linkrefid ?? '')
    const isOther = elementsOf(rule).some(({ name }) => name === 'other')
    if (!isOther) matched = true
    if ((condition.attributes.continue ?? 'No').toLowerCase() !== 'yes') break
  }
  return { score, feedback }
}

const isScore = (name: string | undefined) => name === undefined || /^(que_)?score$/i.test(name)

/** What the score begins with. */
function startOf(processing: XmlElement | undefined): number {
  const declared =
    processing && findAll(processing, 'decvar').find(({ attributes }) => isScore(attributes.varname))
  return Number(declared?.attributes.defaultval ?? '0') || 0
}

function change(score: number, set: XmlElement): number {
  if (!isScore(set.attributes.varname)) return score
  const by = Number(textOf(set).trim())
  if (!Number.isFinite(by)) throw new Refusal('The score of an option is no number.')
  switch ((set.attributes.action ?? 'Set').toLowerCase()) {
    case 'add':
      return score + by
    case 'subtract':
      return score - by
    case 'multiply':
      return score * by
    case 'divide':
      return by === 0 ? score : score / by
    default:
      return by
  }
}

function holds(rule: XmlElement, choice: Choice, matched: boolean): boolean {
  const inside = () => elementsOf(rule)
  switch (rule.name) {
    case 'varequal':
    case 'varsubstring':
      return isAsked(rule, choice) && textOf(rule).trim() === choice.ident
    case 'varinside':
      return (
        isAsked(rule, choice) &&
        textOf(rule)
          .trim()
          .split(/[\s,]+/)
          .includes(choice.ident)
      )
    case 'and':
      return inside().every((one) => holds(one, choice, matched))
    case 'or':
      return inside().some((one) => holds(one, choice, matched))
    case 'not':
      return !inside().some((one) => holds(one, choice, matched))
    case 'other':
      return !matched
    case 'unanswered':
    case 'durequal':
    case 'durlt':
    case 'durlte':
    case 'durgt':
    case 'durgte':
      return false
    default:
      throw new Refusal(`Its rule of scoring <${rule.name}> is not known here.`)
  }
}

const isAsked = ({ attributes }: XmlElement, { response }: Choice) =>
  attributes.respident === undefined || attributes.respident === response

/**
 * The options that are right together where several may be chosen: those that a rule with a positive score names and does
 * not exclude.
 */
export function scoreTogether(item: XmlElement, ids: readonly string[]): string[] {
  const right = new Set<string>()
  for (const condition of findAll(item, 'respcondition')) {
    const gives = elementsOf(condition, 'setvar').some(
      (set) => isScore(set.attributes.varname) && change(0, set) > 0,
    )
    const rule = childOf(condition, 'conditionvar')
    if (gives && rule) for (const ident of namedIn(rule)) right.add(ident)
  }
  return ids.filter((ident) => right.has(ident))
}

const namedIn = (rule: XmlElement): string[] =>
  elementsOf(rule).flatMap((one) => {
    if (one.name === 'not') return []
    return one.name === 'varequal' ? [textOf(one).trim()] : namedIn(one)
  })
