import { mergeTexts, type ThreeWays } from '@freeor/kernel/merge/merge-texts'
import type { DraftOption, QuestionDraft } from './question-draft.ts'

/** A part of a question about which two people can disagree. */
export type QuestionPart = 'question' | 'options' | 'right' | 'explanation'

export type MergedDraft = {
  /** Everything that could be merged, and what is mine where both changed the same. */
  readonly draft: QuestionDraft
  readonly contested: readonly QuestionPart[]
}

/** An option is the same one by its stored id, however often it is read; one that is not stored is its writer's alone. */
const nameOf = ({ id, key }: DraftOption): string => id ?? key

const namesOf = (options: readonly DraftOption[]) => options.map(nameOf)

/** The option that is marked as right, by name. */
const rightOf = ({ options, right }: QuestionDraft): string | null => {
  const one = options.find(({ key }) => key === right)
  return one ? nameOf(one) : null
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name, at) => name === other[at])

/** Merges what two people made of one question. Nothing that I wrote is left out of the merged draft. */
export function mergeDrafts(ways: ThreeWays<QuestionDraft>): MergedDraft {
  const { base, mine, theirs } = ways
  const text = (part: 'question' | 'explanation') =>
    mergeTexts({ base: base[part], mine: mine[part], theirs: theirs[part] })
  const [question, explanation, options] = [text('question'), text('explanation'), mergeOptions(ways)]
  const right = mergeRight(ways)
  const marked = options.list.find((one) => nameOf(one) === right.name)
  const agreed: [QuestionPart, boolean][] = [
    ['question', question.isClean],
    ['options', options.isClean],
    ['right', right.isClean],
    ['explanation', explanation.isClean],
  ]
  return {
    draft: {
      question: question.text,
      explanation: explanation.text,
      options: options.list,
      right: marked?.key ?? null,
    },
    contested: agreed.flatMap(([part, isClean]) => (isClean ? [] : [part])),
  }
}

function mergeRight({ base, mine, theirs }: ThreeWays<QuestionDraft>): {
  name: string | null
  isClean: boolean
} {
  const [was, ours, others] = [rightOf(base), rightOf(mine), rightOf(theirs)]
  if (ours === was) return { name: others, isClean: true }
  return { name: ours, isClean: others === was || others === ours }
}

type MergedOptions = { readonly list: readonly DraftOption[]; readonly isClean: boolean }

/**
 * Merges texts, additions, removals and order. An option that one side removed stays away unless the other side changed it
 * or marked it as right.
 */
function mergeOptions(ways: ThreeWays<QuestionDraft>): MergedOptions {
  const { base, mine, theirs } = ways
  const was = new Map(base.options.map((one) => [nameOf(one), one]))
  const [ours, others] = [mine, theirs].map(
    ({ options }) => new Map(options.map((one) => [nameOf(one), one])),
  ) as [Map<string, DraftOption>, Map<string, DraftOption>]
  const isMarkedAnew = (draft: QuestionDraft, name: string) =>
    rightOf(draft) === name && rightOf(base) !== name
  const kept = new Map<string, DraftOption>()
  let isClean = true
  for (const name of new Set([...was.keys(), ...ours.keys(), ...others.keys()])) {
    const [before, own, other] = [was.get(name), ours.get(name), others.get(name)]
    if (own && other) {
      const text = mergeTexts({ base: before?.text ?? '', mine: own.text, theirs: other.text })
      kept.set(name, { ...own, text: text.text })
      isClean &&= text.isClean
    } else if (!before && (own ?? other)) kept.set(name, own ?? (other as DraftOption))
    else if (before && own && (own.text !== before.text || isMarkedAnew(mine, name))) {
      kept.set(name, own)
      isClean = false
    } else if (before && other && (other.text !== before.text || isMarkedAnew(theirs, name))) isClean = false
  }
  const order = mergeOrder(ways, new Set(kept.keys()))
  return {
    list: order.names.flatMap((name) => kept.get(name) ?? []),
    isClean: isClean && order.isClean,
  }
}

/** The order of whoever changed it, with what the other one added behind the option that it stood behind. */
function mergeOrder({ base, mine, theirs }: ThreeWays<QuestionDraft>, kept: ReadonlySet<string>) {
  const [was, ours, others] = [base, mine, theirs].map(({ options }) => namesOf(options)) as [
    string[],
    string[],
    string[],
  ]
  const isEverywhere = (name: string) => was.includes(name) && ours.includes(name) && others.includes(name)
  const [wasCommon, oursCommon, othersCommon] = [was, ours, others].map((names) =>
    names.filter(isEverywhere),
  ) as [string[], string[], string[]]
  const isMineMoved = !isSame(oursCommon, wasCommon)
  const isClean = !isMineMoved || isSame(othersCommon, wasCommon) || isSame(othersCommon, oursCommon)
  const [first, second] = isMineMoved ? [ours, others] : [others, ours]
  const names = first.filter((name) => kept.has(name))
  for (const [at, name] of second.entries()) {
    if (!kept.has(name) || names.includes(name)) continue
    const before = second.slice(0, at).findLast((one) => names.includes(one))
    names.splice(before === undefined ? 0 : names.indexOf(before) + 1, 0, name)
  }
  return { names, isClean }
}

/**
 * The merged draft with the parts that the author takes from the other person. Where their options do not have the one that
 * is right in mine, theirs is right: a question without a key would not be asked any more.
 */
export function chooseTheirs(
  draft: QuestionDraft,
  theirs: QuestionDraft,
  parts: readonly QuestionPart[],
): QuestionDraft {
  const has = (part: QuestionPart) => parts.includes(part)
  const options = has('options') ? theirs.options : draft.options
  const markedIn = (of: QuestionDraft) => options.find((one) => nameOf(one) === rightOf(of))
  const marked = has('right') ? markedIn(theirs) : (markedIn(draft) ?? markedIn(theirs))
  return {
    question: has('question') ? theirs.question : draft.question,
    explanation: has('explanation') ? theirs.explanation : draft.explanation,
    options,
    right: marked?.key ?? null,
  }
}
