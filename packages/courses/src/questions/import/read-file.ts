/** What becomes of a part of a file. */
export type Fate = 'in' | 'changed' | 'ignored' | 'refused'

/** A part of the text of a file, by its characters. Parts are in order and leave nothing out. */
export type Part = {
  readonly from: number
  readonly to: number
  readonly fate: Fate
  /** How it was changed, by which rule it is ignored, why it is refused. Empty for what comes in as it is. */
  readonly notes: readonly string[]
  /** The question that was read here, by its position in `questions`. */
  readonly question?: number
}

/** A question as a file says it, in our terms. */
export type ReadQuestion = {
  /** Markdown. */
  readonly question: string
  readonly options: readonly string[]
  /** The position of the correct option, from 0. */
  readonly answer: number
  /** Markdown. */
  readonly explanation: string | null
}

export type ReadText = { readonly parts: readonly Part[]; readonly questions: readonly ReadQuestion[] }

/** A question as a reader found it, before our rules decide. */
export type Draft = {
  readonly question: string
  readonly options: readonly DraftOption[]
  /** Markdown. */
  readonly explanation?: string | null
  /** How it was changed to be a question here. */
  readonly changes?: readonly string[]
}

export type DraftOption = {
  readonly text: string
  readonly isRight: boolean
  /** In the whole text: told where an option is refused. */
  readonly at?: number
}

/** What a reader says of a part that is no question here. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
