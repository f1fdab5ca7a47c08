import { AppError } from '@freeor/kernel/errors'
import type { QuestionOption } from '../catalog/tables.ts'
import { questionLimits } from './limits.ts'
import { questionTexts } from './schema.ts'

/** What a version of a question says. */
export type QuestionContent = {
  readonly question: string
  readonly options: readonly QuestionOption[]
  readonly answerOptionId: string | null
  readonly explanation: string | null
}

export const emptyContent: QuestionContent = {
  question: questionTexts.newQuestion,
  options: [],
  answerOptionId: null,
  explanation: null,
}

export type OptionInput = {
  readonly id?: string | undefined
  readonly text: string
  readonly correct?: boolean | undefined
}

export type ContentChange = {
  readonly question?: string | undefined
  readonly options?: readonly OptionInput[] | undefined
  readonly explanation?: string | null | undefined
}

/** As forms send them, lines end in two characters. */
const clean = (text: string) => text.replace(/\r\n?/g, '\n').trim()

const wrong = (field: string, message: string) =>
  new AppError('invalid_request', message, { details: { field } })

/**
 * What a question says after a change: an option that keeps its id stays the same option, so that graded attempts still
 * know it. A question with a key has at least two options.
 * @param newOptionId makes the id of a new option
 * @throws AppError invalid_request, naming the field
 */
export function changeContent(
  before: QuestionContent,
  change: ContentChange,
  newOptionId: () => string,
): QuestionContent {
  const question = change.question === undefined ? before.question : clean(change.question)
  if (question === '') throw wrong('question', 'Please type the question.')
  const explanation =
    change.explanation === undefined ? before.explanation : clean(change.explanation ?? '') || null
  return { question, explanation, ...changeOptions(before, change.options, newOptionId) }
}

function changeOptions(
  before: QuestionContent,
  given: readonly OptionInput[] | undefined,
  newOptionId: () => string,
): Pick<QuestionContent, 'options' | 'answerOptionId'> {
  if (given === undefined) return { options: before.options, answerOptionId: before.answerOptionId }
  if (given.length > questionLimits.options) throw wrong('options', questionTexts.tooManyOptions)
  const known = new Set(before.options.map(({ id }) => id))
  const options: QuestionOption[] = []
  for (const [at, { id, text: typed }] of given.entries()) {
    const text = clean(typed)
    if (text === '') throw wrong(`options.${at}`, 'Please type the option, or remove it.')
    // Each id once, and only those of this question: an id from elsewhere would make two options one.
    if (id !== undefined && !known.delete(id))
      throw wrong(`options.${at}.id`, 'That is not an option of this question.')
    options.push({ id: id ?? newOptionId(), text })
  }
  const correct = given.flatMap((option, at) => (option.correct ? [at] : []))
  if (correct.length > 1) throw wrong('options', 'A question has one correct option.')
  const key = correct[0] === undefined ? undefined : options[correct[0]]
  if (key && options.length < 2) throw wrong('options', 'A question with an answer has at least 2 options.')
  return { options, answerOptionId: key?.id ?? null }
}

/** Whether two contents are the same for everybody. */
export const isSameContent = (one: QuestionContent, other: QuestionContent): boolean =>
  one.question === other.question &&
  one.answerOptionId === other.answerOptionId &&
  one.explanation === other.explanation &&
  one.options.length === other.options.length &&
  one.options.every(({ id, text }, at) => id === other.options[at]?.id && text === other.options[at]?.text)

/** The same texts and key under ids of its own. */
export function copyContent(content: QuestionContent, newOptionId: () => string): QuestionContent {
  const ids = new Map(content.options.map(({ id }) => [id, newOptionId()]))
  return {
    ...content,
    options: content.options.map(({ id, text }) => ({ id: ids.get(id) ?? newOptionId(), text })),
    answerOptionId: content.answerOptionId === null ? null : (ids.get(content.answerOptionId) ?? null),
  }
}
