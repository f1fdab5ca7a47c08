import type { Answer, Question } from '../questions.ts'

/** An engine that is timed. */
export type Engine = {
  readonly name: string
  ask(question: Question): Promise<Answer>
  close(): Promise<void>
}
