import { applyMoves, type OrderMove } from '../../authoring/order/apply-moves.ts'
import type { AuthorQuestion } from '../schema.ts'

/** An option that is being written; one that is stored already has an id. */
export type DraftOption = {
  /** Stays while it is moved. */
  readonly key: string
  readonly id?: string
  readonly text: string
}

/** A question as it is being written. */
export type QuestionDraft = {
  readonly question: string
  readonly options: readonly DraftOption[]
  /** The key of the option that is right. */
  readonly right: string | null
  readonly explanation: string
}

let made = 0
const newOption = (): DraftOption => ({ key: `new-${++made}`, text: '' })

/** What is stored, to be changed. */
export const draftOf = ({ question, options, answer, explanation }: AuthorQuestion): QuestionDraft => ({
  question,
  options: options.map(({ id, text }) => ({ key: id, id, text })),
  right: answer,
  explanation: explanation ?? '',
})

/** Whether two drafts say the same. */
export const isSameDraft = (one: QuestionDraft, other: QuestionDraft): boolean =>
  JSON.stringify(changeOf(one)) === JSON.stringify(changeOf(other))

/**
 * As the API takes it.
 * @param known the ids that the question has by now: an option that somebody else removed is written as a new one
 */
export const changeOf = (
  { question, options, right, explanation }: QuestionDraft,
  known?: ReadonlySet<string>,
) => ({
  question,
  options: options.map(({ key, id, text }) => ({
    ...(id !== undefined && (known?.has(id) ?? true) && { id }),
    text,
    ...(key === right && { correct: true }),
  })),
  explanation: explanation.trim() === '' ? null : explanation,
})

export type DraftAction =
  | { readonly type: 'question' | 'explanation'; readonly text: string }
  | { readonly type: 'option'; readonly key: string; readonly text: string }
  | { readonly type: 'add'; readonly after?: string }
  | { readonly type: 'removeOption' | 'right'; readonly key: string }
  | { readonly type: 'move'; readonly key: string; readonly by: -1 | 1 }
  | ({ readonly type: 'position' } & OrderMove)
  | { readonly type: 'replace'; readonly draft: QuestionDraft }

/** What an action makes of a draft. */
export function changeDraft(draft: QuestionDraft, action: DraftAction): QuestionDraft {
  const { options } = draft
  switch (action.type) {
    case 'question':
      return { ...draft, question: action.text }
    case 'explanation':
      return { ...draft, explanation: action.text }
    case 'option':
      return {
        ...draft,
        options: options.map((one) => (one.key === action.key ? { ...one, text: action.text } : one)),
      }
    case 'add': {
      const at = options.findIndex(({ key }) => key === action.after)
      const position = at < 0 ? options.length : at + 1
      return { ...draft, options: [...options.slice(0, position), newOption(), ...options.slice(position)] }
    }
    case 'removeOption':
      return {
        ...draft,
        options: options.filter(({ key }) => key !== action.key),
        right: draft.right === action.key ? null : draft.right,
      }
    case 'right':
      return { ...draft, right: action.key }
    case 'move':
      return { ...draft, options: moved(options, action.key, action.by) }
    case 'position':
      return { ...draft, options: placed(options, action) }
    case 'replace':
      return action.draft
  }
}

function moved(options: readonly DraftOption[], key: string, by: -1 | 1): readonly DraftOption[] {
  const at = options.findIndex((one) => one.key === key)
  const to = at + by
  const [one, other] = [options[at], options[to]]
  if (!one || !other) return options
  return options.map((option, position) => (position === at ? other : position === to ? one : option))
}

function placed(options: readonly DraftOption[], move: OrderMove): readonly DraftOption[] {
  const order = applyMoves(
    options.map(({ key }) => key),
    [move],
  )
  return order.flatMap((key) => options.find((one) => one.key === key) ?? [])
}
