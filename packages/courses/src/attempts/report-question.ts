import { companies, users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, count, eq, gte } from 'drizzle-orm'
import { lessons, questionVersions } from '../catalog/tables.ts'
import { lockAttempt } from './answer-question.ts'
import { attemptLimits } from './limits.ts'
import type { AttemptDeps, NotifyAuthor } from './ports.ts'
import { attemptQuestions, questionReports, quizAttempts } from './tables.ts'

const dayMs = 24 * 3_600_000

export type Reported = { readonly attemptId: string; readonly questionId: string; readonly text: string }

/**
 * "Something is wrong with this question": keeps what the learner says, with the attempt and the question's version, and
 * mails it to the author. A question is reported once in an attempt.
 * @throws AppError not_found; invalid_request without a text; conflict for a second report; rate_limited past the
 *   learner's reports of a day
 */
export async function reportQuestion(
  { db, clock, notifyAuthor }: Pick<AttemptDeps, 'db' | 'clock'> & { readonly notifyAuthor: NotifyAuthor },
  userId: string,
  { attemptId, questionId, text: typed }: Reported,
): Promise<{ readonly id: string }> {
  const text = typed.trim()
  if (text === '')
    throw new AppError('invalid_request', 'Please say what is wrong.', { details: { field: 'text' } })
  const now = clock.now()
  return await db.transaction(async (tx) => {
    await lockAttempt(tx, userId, attemptId)
    const asked = await readReported(tx, attemptId, questionId)
    await requireAllowance(tx, userId, now)
    const id = newId('rep')
    const { version } = asked
    const [kept] = await tx
      .insert(questionReports)
      .values({ id, attemptId, questionId, version, text, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: questionReports.id })
    if (!kept) throw new AppError('conflict', 'You have told the author about this question already.')
    const { to, lessonTitle, question } = asked
    await notifyAuthor(tx, { to, lessonTitle, attemptId, questionId, version, question, text })
    return { id }
  })
}

async function readReported(tx: Tx, attemptId: string, questionId: string) {
  const [asked] = await tx
    .select({
      version: attemptQuestions.version,
      question: questionVersions.question,
      lessonTitle: lessons.title,
      to: users.email,
    })
    .from(attemptQuestions)
    .innerJoin(quizAttempts, eq(quizAttempts.id, attemptQuestions.attemptId))
    .innerJoin(lessons, eq(lessons.id, quizAttempts.lessonId))
    .innerJoin(companies, eq(companies.id, lessons.companyId))
    .innerJoin(users, eq(users.id, companies.ownerUserId))
    .innerJoin(
      questionVersions,
      and(
        eq(questionVersions.questionId, attemptQuestions.questionId),
        eq(questionVersions.version, attemptQuestions.version),
      ),
    )
    .where(and(eq(attemptQuestions.attemptId, attemptId), eq(attemptQuestions.questionId, questionId)))
  if (!asked) throw new AppError('not_found', 'There is no such question in this quiz.')
  return asked
}

/** Each report is a mail to somebody else. Reports of two attempts at once may exceed this by one. */
async function requireAllowance(tx: Tx, userId: string, now: Date): Promise<void> {
  const [sent] = await tx
    .select({ reports: count() })
    .from(questionReports)
    .innerJoin(quizAttempts, eq(quizAttempts.id, questionReports.attemptId))
    .where(
      and(eq(quizAttempts.userId, userId), gte(questionReports.createdAt, new Date(now.getTime() - dayMs))),
    )
  if ((sent?.reports ?? 0) >= attemptLimits.reportsADay)
    throw new AppError('rate_limited', 'You have sent many reports today. Please go on tomorrow.')
}
