import { unwrap } from '@freeor/api-client/client'
import {
  type AnswerQueue,
  addClick,
  learnAnswers,
  type RefusedClick,
} from '@freeor/courses/attempts/answer-queue'
import type { QuizAttempt } from '@freeor/courses/attempts/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type AnswerSender, startSender } from './answer-sender.ts'
import { onChange, tellChange } from './queue-news.ts'
import { changeQueue, isStored } from './queue-storage.ts'
import type { SendOutcome } from './send-answers.ts'
import { type NewClick, ShownQueue } from './shown-queue.ts'

const same = (queue: AnswerQueue): AnswerQueue => queue

const viewOf = ({ now, storing }: ShownQueue) => ({ queue: now, storing })

export type Answers = {
  /** Undefined until this browser's storage is open: nothing can be answered before. */
  readonly queue: AnswerQueue | undefined
  /** The questions whose click is shown, and not on the disk yet. */
  readonly storing: ReadonlySet<string>
  /** What became of the last sending. */
  readonly outcome: SendOutcome | undefined
  /** Whether this browser keeps clicks beyond the page. */
  readonly isStored: boolean
  answer(click: NewClick): Promise<void>
  /** Sends what waits; gives the queue as it is then. */
  settle(): Promise<AnswerQueue>
  /** Reads the answers that other devices gave meanwhile. */
  refresh(): Promise<void>
  dismiss(refused: readonly RefusedClick[]): Promise<void>
}

/** The learner's answers of an attempt in this browser, in all of its tabs the same. */
export function useAnswers(attempt: Pick<QuizAttempt, 'id' | 'uid' | 'questions' | 'graded'>): Answers {
  const { id: attemptId, uid: userId, questions, graded } = attempt
  const [shown] = useState(() => new ShownQueue())
  const [{ queue, storing }, setView] = useState(() => viewOf(shown))
  const [outcome, setOutcome] = useState<SendOutcome>()
  const [stored, setStored] = useState(true)
  const sender = useRef<AnswerSender>(undefined)
  const { revalidate } = useRevalidator()

  const change = useCallback(
    async (work: (queue: AnswerQueue) => AnswerQueue, click?: NewClick) => {
      const next = await changeQueue({ attemptId, userId }, work)
      shown.accept(next, click)
      setView(viewOf(shown))
      void isStored().then(setStored)
      return next
    },
    [attemptId, userId, shown],
  )

  // What the server said when the page was made, and whenever it is made again.
  useEffect(() => {
    void change((now) => learnAnswers(now, questions))
  }, [change, questions])

  useEffect(() => onChange((changed) => void (changed === attemptId && change(same))), [attemptId, change])

  useEffect(() => {
    const started = startSender(userId, setOutcome)
    sender.current = started
    return () => started.stop()
  }, [userId])

  const refresh = useCallback(async () => {
    const path = { attemptId }
    const read = await browserApi()
      .GET('/api/quiz-attempts/{attemptId}', { params: { path } })
      .then(unwrap)
      .catch(() => undefined)
    if (read) await change((now) => learnAnswers(now, read.questions))
    if (read?.graded && !graded) await revalidate()
  }, [attemptId, change, graded, revalidate])

  useEffect(() => {
    const look = () => void (document.visibilityState === 'visible' && refresh())
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [refresh])

  // A click that came too late: the page shows the grade.
  const isLate = queue?.refused.some(({ reason }) => reason === 'graded') ?? false
  useEffect(() => {
    if (isLate && !graded) void revalidate()
  }, [isLate, graded, revalidate])

  return {
    ...{ queue, storing, outcome, isStored: stored, refresh },
    answer: async (click) => {
      // Shown at once; it is real when it is stored.
      shown.add(click)
      setView(viewOf(shown))
      await change((now) => addClick(now, click), click)
      tellChange(attemptId)
      void sender.current?.wake()
    },
    settle: async () => {
      await sender.current?.wake()
      return await change(same)
    },
    dismiss: async (refused) => {
      await change((now) => ({
        ...now,
        refused: now.refused.filter((one) => !refused.some(({ number }) => number === one.number)),
      }))
      tellChange(attemptId)
    },
  }
}
