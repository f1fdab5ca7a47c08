import type { Answer, Question } from '../questions.ts'

/** A thing that is timed. */
export type Engine = {
  readonly name: string
  /** Before each timed run: lets go of remembered answers, of this engine those it keeps as such. */
  forget?(question: Question): Promise<void>
  ask(question: Question): Promise<Answer>
  close(): Promise<void>
}
