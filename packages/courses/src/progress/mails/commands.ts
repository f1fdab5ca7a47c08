import { users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { doEach, throwFailures } from '@freeor/postgres/do-each'
import { and, eq } from 'drizzle-orm'
import { findContinuation } from '../../catalog/find-continuation.ts'
import { learnerChoices, learnerMails } from '../tables.ts'
import type { LearnerMailDeps } from './ports.ts'
import { listNewLessonMails, listQuietLearners, listReadyCertificates, mayBeMailed } from './queries.ts'
import type { MailKind } from './schema.ts'
import { readStopToken } from './stop-token.ts'

const choiceOf = {
  reminder: 'mailsReminder',
  new_lesson: 'mailsNewLesson',
  certificate: 'mailsCertificate',
  message: 'mailsMessage',
} as const satisfies Record<MailKind, keyof typeof learnerChoices>

/**
 * Queues every mail that a learner chose and that is due. Several servers may do so at once: what was mailed is a row
 * with a key, written in the transaction that queues the mail.
 * @throws AggregateError when some of them failed; the others are queued
 */
export async function sendDueMails(deps: LearnerMailDeps): Promise<void> {
  const { db, clock, reminderDays } = deps
  const now = clock.now()
  const quiet = await listQuietLearners(db, now, reminderDays)
  const news = [...(await listNewLessonMails(db, now)), ...(await listReadyCertificates(db, now))]
  throwFailures([
    ...(await doEach(
      quiet,
      (userId) => userId,
      (userId) => remind(deps, userId),
    )),
    ...(await doEach(
      news,
      ({ userId }) => userId,
      ({ mail, subject, userId }) =>
        db.transaction(async (tx) => {
          const to = await lockRecipient(tx, userId, mail.kind)
          if (to !== undefined && (await isFirst(tx, { userId, kind: mail.kind, subject, sentAt: now })))
            await deps.mailLearner(tx, { to, userId }, mail)
        }),
    )),
  ])
}

/** "You stopped at lesson 3": once for each lesson they stop at. Learners who finished the course get none. */
async function remind({ db, clock, mailLearner }: LearnerMailDeps, userId: string): Promise<void> {
  const sentAt = clock.now()
  const stopped = await findContinuation(db, { userId, seesDrafts: false })
  await db.transaction(async (tx) => {
    const to = await lockRecipient(tx, userId, 'reminder')
    if (to === undefined) return
    await tx.update(learnerChoices).set({ remindedAt: sentAt }).where(eq(learnerChoices.userId, userId))
    if (!stopped) return
    const { courseId, courseName, lesson } = stopped
    const isNew = await isFirst(tx, { userId, kind: 'reminder', subject: lesson._docId, sentAt })
    if (isNew)
      await mailLearner(tx, { to, userId }, { kind: 'reminder', courseId, courseName, lesson: lesson.data })
  })
}

/** The address of a learner who still chooses this mail and may be written to, locked until the mail is queued. */
async function lockRecipient(tx: Tx, userId: string, kind: MailKind): Promise<string | undefined> {
  const [found] = await tx
    .select({ email: users.email })
    .from(learnerChoices)
    .innerJoin(users, eq(users.id, learnerChoices.userId))
    .where(and(eq(learnerChoices.userId, userId), eq(learnerChoices[choiceOf[kind]], true), mayBeMailed))
    .for('update')
  return found?.email
}

/** Remembers a mail. @returns false when it was sent before, by another server too */
async function isFirst(tx: Tx, row: typeof learnerMails.$inferInsert): Promise<boolean> {
  const written = await tx.insert(learnerMails).values(row).onConflictDoNothing().returning()
  return written.length > 0
}

/**
 * Ends one kind of mail for the learner whose link it is; nobody has to be signed in. Idempotent.
 * @throws AppError not_found for a link that is not ours
 */
export async function stopMails(
  tx: Tx,
  { secret, token, now }: { readonly secret: string; readonly token: string; readonly now: Date },
): Promise<MailKind> {
  const { userId, kind } = getStopped(secret, token)
  const off = { [choiceOf[kind]]: false, updatedAt: now }
  // Without a row nothing is chosen, but messages come.
  await tx
    .insert(learnerChoices)
    .values({ userId, ...off })
    .onConflictDoUpdate({ target: learnerChoices.userId, set: off })
  return kind
}

/** What a link in a mail stops. @throws AppError not_found */
export function getStopped(secret: string, token: string) {
  const stopped = readStopToken(secret, token)
  if (!stopped)
    throw new AppError(
      'not_found',
      'This link does not work. You can choose your mails on your progress page.',
    )
  return stopped
}
