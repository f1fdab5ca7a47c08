import type { AnswerAnswer } from './schema.ts'

/**
 * What one browser keeps of an attempt: the clicks that the server has not taken yet, and the answers as it last heard
 * of them. Pure: the browser stores the value that each function gives before anything is sent, so a reload, a crash or
 * hours without network lose nothing. No time is read.
 */
export type AnswerQueue = {
  readonly attemptId: string
  /** The learner whose clicks these are: another one in the same browser sends none of them. */
  readonly userId: string
  /** This browser's name in the attempt: random, made with the queue. */
  readonly device: string
  /** Of the last click; 0 for none. */
  readonly lastNumber: number
  /** In the order of their numbers, which is the order they are sent in. */
  readonly waiting: readonly WaitingClick[]
  /** Clicks that the server refused: the learner is told. */
  readonly refused: readonly RefusedClick[]
  /** The newest that was heard of each answer, by question. */
  readonly known: Readonly<Record<string, AnswerAnswer>>
}

export type WaitingClick = {
  readonly number: number
  readonly questionId: string
  readonly optionId: string
  /** The revision of the answer that the learner saw when they clicked. */
  readonly seen: number
}

/** `graded`: the attempt was graded before the click came. */
export type RefusedClick = WaitingClick & { readonly reason: 'graded' | 'refused' }

export const newQueue = (of: Pick<AnswerQueue, 'attemptId' | 'userId' | 'device'>): AnswerQueue => ({
  ...{ attemptId: of.attemptId, userId: of.userId, device: of.device },
  ...{ lastNumber: 0, waiting: [], refused: [], known: {} },
})

/** The queue after a click, which gets the next number. */
export function addClick(queue: AnswerQueue, click: Omit<WaitingClick, 'number'>): AnswerQueue {
  const number = queue.lastNumber + 1
  return { ...queue, lastNumber: number, waiting: [...queue.waiting, { ...click, number }] }
}

/** The queue once the server has said how an answer stands; what was heard late changes nothing. */
export function learnAnswers(queue: AnswerQueue, answers: readonly AnswerAnswer[]): AnswerQueue {
  const news = answers.filter(
    ({ questionId, revision }) => revision > (queue.known[questionId]?.revision ?? 0),
  )
  if (news.length === 0) return queue
  const known = Object.fromEntries(
    news.map(({ questionId, selectedAnswer, revision, conflict }) => [
      questionId,
      { questionId, selectedAnswer, revision, conflict },
    ]),
  )
  return { ...queue, known: { ...queue.known, ...known } }
}

/** The number alone does not say it: storage that was put back has other clicks under the same numbers. */
const isSame = (one: WaitingClick, other: WaitingClick): boolean =>
  one.number === other.number && one.questionId === other.questionId && one.optionId === other.optionId

/** The queue once the server has taken a click, with the answer as it then was. */
export const settleClick = (queue: AnswerQueue, sent: WaitingClick, answer: AnswerAnswer): AnswerQueue => ({
  ...learnAnswers(queue, [answer]),
  waiting: queue.waiting.filter((click) => !isSame(click, sent)),
})

/** The queue once the server has refused a click for good. */
export function refuseClick(
  queue: AnswerQueue,
  sent: WaitingClick,
  reason: RefusedClick['reason'],
): AnswerQueue {
  const refused = queue.waiting.filter((click) => isSame(click, sent))
  return {
    ...queue,
    waiting: queue.waiting.filter((click) => !isSame(click, sent)),
    refused: [...queue.refused, ...refused.map((click) => ({ ...click, reason }))],
  }
}

/**
 * The queue under another name, its waiting clicks numbered anew. For a browser that finds its numbers used: its
 * storage was put back to an earlier time, or copied to a second computer.
 */
export const renameDevice = (queue: AnswerQueue, device: string): AnswerQueue => ({
  ...{ ...queue, device },
  lastNumber: queue.waiting.length,
  waiting: queue.waiting.map((click, position) => ({ ...click, number: position + 1 })),
})

/** How an answer stands for the learner. */
export type AnswerView = {
  /** The chosen option: the last click, whether it was sent or not. */
  readonly optionId: string | null
  /** What a click on this question has seen. */
  readonly revision: number
  /** `asks`: another device chose something else, and the learner says which counts. */
  readonly state: 'open' | 'saved' | 'waiting' | 'asks'
  /** The options that the learner is asked about, beside the chosen one. */
  readonly conflict: readonly string[]
}

const unanswered: AnswerView = { optionId: null, revision: 0, state: 'open', conflict: [] }

/** The answer to a question as this browser shows it. */
export function viewAnswer({ waiting, known }: AnswerQueue, questionId: string): AnswerView {
  const answer = known[questionId]
  const last = waiting.findLast((click) => click.questionId === questionId)
  const revision = answer?.revision ?? 0
  if (last) return { optionId: last.optionId, revision, state: 'waiting', conflict: [] }
  if (!answer || answer.selectedAnswer === null) return unanswered
  const { selectedAnswer: optionId, conflict } = answer
  return { optionId, revision, state: conflict.length > 0 ? 'asks' : 'saved', conflict }
}
