import type { Clock } from '@freeor/kernel/clock'
import type { Database, Tx } from '@freeor/postgres/database'

type OfCourse = { readonly courseId: string; readonly courseName: string }

/** What a mail to a learner is about. */
export type DueMail = OfCourse &
  (
    | {
        readonly kind: 'reminder' | 'new_lesson'
        readonly lesson: { readonly title: string; readonly slug: string; readonly order: number }
      }
    | {
        readonly kind: 'certificate'
        /** Of the certificate where the learner has asked for it already. */
        readonly serial: string | null
      }
  )

/** Queues a mail in the transaction that remembers it. */
export type MailLearner = (
  tx: Tx,
  recipient: { readonly to: string; readonly userId: string },
  mail: DueMail,
) => Promise<void>

export type LearnerMailDeps = {
  readonly db: Database
  readonly clock: Clock
  readonly mailLearner: MailLearner
  /** After so many days without learning a learner is reminded. */
  readonly reminderDays: number
}
