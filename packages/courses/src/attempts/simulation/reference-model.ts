import type { QuestionClick } from '../answer-question.ts'

/**
 * The rules of the answer protocol a second time, as short as they can be said: nothing is kept but the clicks in the
 * order of their receipt, and every question is answered from the whole list.
 */

/** A click that the server received for the first time, while the attempt was not graded. */
export type ReceivedClick = QuestionClick & {
  /** Which change of its answer it was, from 1; 0 for one that changed nothing. */
  readonly revision: number
}

type Received = readonly ReceivedClick[]

/** A later click of the same device has come already: this one changes nothing. */
const isOvertaken = (received: Received, { device, number }: QuestionClick): boolean =>
  received.some((earlier) => earlier.device === device && earlier.number > number)

/** The list after one more receipt. A repeated click is not received again. */
export function receive(received: Received, click: QuestionClick): Received {
  if (received.some(({ device, number }) => device === click.device && number === click.number))
    return received
  const same = received.filter(({ questionId }) => questionId === click.questionId)
  const changes = same.filter(({ revision }) => revision > 0).length
  return [...received, { ...click, revision: isOvertaken(same, click) ? 0 : changes + 1 }]
}

/** What of a question is alive: given, and replaced by nobody who had seen it, nor by the same device. */
function aliveClicks(received: Received, questionId: string): Received {
  const given = received.filter((click) => click.questionId === questionId && click.revision > 0)
  return given.filter(
    (click) =>
      !given.some(
        (later) =>
          later.revision > click.revision && (later.device === click.device || later.seen >= click.revision),
      ),
  )
}

/** The answer that counts is the last received; other options that are alive are asked about. */
export function expectedAnswer(received: Received, questionId: string) {
  const alive = aliveClicks(received, questionId)
  const counts = alive.at(-1)
  const others = new Set(alive.map(({ optionId }) => optionId))
  if (counts) others.delete(counts.optionId)
  return { selectedAnswer: counts?.optionId ?? null, conflict: [...others] }
}
