import { type AnswerQueue, addClick, type WaitingClick } from '@freeor/courses/attempts/answer-queue'

export type NewClick = Omit<WaitingClick, 'number'>

/**
 * The queue as a page shows it: what the storage last gave, and the clicks on their way into it. A read that began
 * before a click was stored ends after the click is on the screen; without this the learner would see the old answer
 * again for a moment.
 */
export class ShownQueue {
  #stored: AnswerQueue | undefined
  #unstored: readonly NewClick[] = []

  /** Undefined until the storage has given something. */
  get now(): AnswerQueue | undefined {
    return this.#stored && this.#unstored.reduce(addClick, this.#stored)
  }

  /** The questions with a click that a crash of the browser would lose. */
  get storing(): ReadonlySet<string> {
    return new Set(this.#unstored.map(({ questionId }) => questionId))
  }

  /** A click that is about to be stored. */
  add(click: NewClick): void {
    this.#unstored = [...this.#unstored, click]
  }

  /** What the storage gave; with a click, if it was the change that stored it. */
  accept(queue: AnswerQueue, click?: NewClick): void {
    this.#stored = queue
    this.#unstored = this.#unstored.filter((one) => one !== click)
  }
}
