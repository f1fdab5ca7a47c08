import type { Clock } from '@freeor/kernel/clock'
import type { Database, Tx } from '@freeor/postgres/database'
import type { CourseNotices } from '../events/ports.ts'

/** Named points of an answer and of grading, at which a test stops the process. */
export const attemptFaultPoints = [
  'answer-applied',
  'answer-committed',
  'grade-scored',
  'grade-committed',
] as const

export type AttemptFaultPoint = (typeof attemptFaultPoints)[number]

export type AttemptDeps = {
  readonly db: Database
  readonly clock: Clock
  /** Told after the commit. */
  readonly notices?: Pick<CourseNotices, 'notifyProgress'>
  readonly faults?: (point: AttemptFaultPoint) => Promise<void> | void
}

/** What the author is told of a question that a learner finds wrong. */
export type QuestionReport = {
  /** The owner of the account that has the lesson. */
  readonly to: string
  readonly lessonTitle: string
  readonly attemptId: string
  readonly questionId: string
  readonly version: number
  readonly question: string
  /** As the learner typed it. */
  readonly text: string
}

/** Writes the mail inside the transaction that keeps the report. */
export type NotifyAuthor = (tx: Tx, report: QuestionReport) => Promise<void>
