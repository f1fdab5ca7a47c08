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
  const variables = readVariables(processing[0])
  let score = variables.start
  const feedback: string[] = []
  let matched = false
  for (const condition of processing.flatMap((one) => elementsOf(one, 'respcondition'))) {
    const rule = childOf(condition, 'conditionvar')
    if (!rule || !elementsOf(rule).every((one) => holds(one, choice, matched))) continue
    for (const set of elementsOf(condition, 'setvar')) score = change(score, set, variables)
    for (const shown of elementsOf(condition, 'displayfeedback'))
      feedback.push(shown.attributes.linkrefid ?? '')
    const isOther = elementsOf(rule).some(({ name }) => name === 'other')
    if (!isOther) matched = true
    if ((condition.attributes.continue ?? 'No').toLowerCase() !== 'yes') break
  }
  return { score, feedback }
}

/** The variables of an item: what it begins with, and the most that each may be. */
type Variables = { readonly start: number; readonly most: ReadonlyMap<string, number> }

const isScore = (name: string | undefined) => name === undefined || /^(que_)?score$/i.test(name)
/** Brightspace, Respondus and ATutor count what was chosen rightly, and make the score of it. */
const isCountOfRight = (name: string | undefined) => name !== undefined && /_correct$/i.test(name)

const nameOf = ({ attributes }: XmlElement): string | undefined =>
  attributes.varname ?? attributes.variablename

function readVariables(processing: XmlElement | undefined): Variables {
  const declared = processing ? findAll(processing, 'decvar') : []
  const score = declared.find((one) => isScore(nameOf(one)))
  const most = declared.map((one): [string, number] => [
    (nameOf(one) ?? 'SCORE').toLowerCase(),
    Number(one.attributes.maxvalue ?? '1') || 1,
  ])
  return { start: Number(score?.attributes.defaultval ?? '0') || 0, most: new Map(most) }
}

/** Blackboard writes the whole mark as `SCORE.max`. */
function readScore(written: string, { most }: Variables): number {
  const [, name] = /^([\w-]+)\.max$/i.exec(written) ?? []
  const by = name === undefined ? Number(written) : (most.get(name.toLowerCase()) ?? 1)
  if (!Number.isFinite(by)) throw new Refusal('The score of an option is no number.')
  return by
}

/** @throws Refusal for a score that is no number */
function change(score: number, set: XmlElement, variables: Variables): number {
  const name = nameOf(set)
  if (!isScore(name)) return score
  const by = readScore(textOf(set).trim(), variables)
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
    // Comparisons with a number: a choice is none.
    case 'varlt':
    case 'varlte':
    case 'vargt':
    case 'vargte':
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
  const variables = readVariables(findAll(item, 'resprocessing')[0])
  const named = findAll(item, 'respcondition').flatMap((condition) => {
    const rule = childOf(condition, 'conditionvar')
    const names = rule ? namedIn(rule) : []
    return names.length > 0 ? [{ sets: elementsOf(condition, 'setvar'), names }] : []
  })
  const rightBy = (gives: (set: XmlElement) => boolean) => {
    const right = new Set(named.flatMap(({ sets, names }) => (sets.some(gives) ? names : [])))
    return ids.filter((ident) => right.has(ident))
  }
  const scored = rightBy((set) => isScore(nameOf(set)) && change(0, set, variables) > 0)
  if (scored.length > 0) return scored
  return rightBy((set) => isCountOfRight(nameOf(set)) && readScore(textOf(set).trim(), variables) > 0)
}

const namedIn = (rule: XmlElement): string[] =>
  elementsOf(rule).flatMap((one) => {
    if (one.name === 'not') return []
    return one.name === 'varequal' ? [textOf(one).trim()] : namedIn(one)
  })
