import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { seesLesson } from '../catalog/find-lessons.ts'
import { lessons, questions, questionVersions } from '../catalog/tables.ts'
import type { Viewer } from '../catalog/viewer.ts'
import type { AttemptDeps } from './ports.ts'
import { getAttempt, isOwn, noAttempt } from './queries.ts'
import type { QuizAttempt } from './schema.ts'
import { attemptQuestions, quizAttempts } from './tables.ts'

/** A signed-in learner. */
export type Learner = Viewer & { readonly userId: string }

type Deps = Pick<AttemptDeps, 'db' | 'clock' | 'notices'>

/**
 * Opens the quiz of a lesson: the learner's attempt that is not graded, or a new one with the questions as they are now.
 * Two calls at once open the same one.
 * @throws AppError not_found for a lesson that the learner may not see
 */
export async function startAttempt(
  { db, clock, notices }: Deps,
  learner: Learner,
  lessonId: string,
): Promise<QuizAttempt> {
  const attempt = await db.transaction(async (tx) => {
    if (!(await seesLesson(tx, learner, lessonId)))
      throw new AppError('not_found', 'There is no such lesson.')
    return await getAttempt(
      tx,
      learner.userId,
      await openAttempt(tx, { learner, lessonId, now: clock.now() }),
    )
  })
  notices?.notifyProgress({ userId: learner.userId, lessonId })
  return attempt
}

/**
 * A new attempt at the quiz of a graded one, which stays as it is. Where a new attempt is open already, it is that one.
 * @throws AppError not_found; conflict for an attempt that is not graded, and for a lesson that is not to be seen any
 *   more
 */
export async function retakeAttempt(
  { db, clock, notices }: Deps,
  learner: Learner,
  attemptId: string,
): Promise<QuizAttempt> {
  const again = await db.transaction(async (tx) => {
    const [attempt] = await tx.select().from(quizAttempts).where(isOwn(learner.userId, attemptId))
    if (!attempt) throw noAttempt()
    if (attempt.gradedAt === null)
      throw new AppError('conflict', 'This quiz is not graded yet: you can go on with it.', {
        details: { graded: false },
      })
    const { lessonId } = attempt
    if (!(await seesLesson(tx, learner, lessonId)))
      throw new AppError('conflict', 'The lesson of this quiz is not published any more.')
    return await getAttempt(
      tx,
      learner.userId,
      await openAttempt(tx, { learner, lessonId, now: clock.now() }),
    )
  })
  notices?.notifyProgress({ userId: learner.userId, lessonId: again.lessonId })
  return again
}

type Opening = { readonly learner: Learner; readonly lessonId: string; readonly now: Date }

/** @returns the id of the open attempt */
async function openAttempt(tx: Tx, opening: Opening): Promise<string> {
  const { learner, lessonId, now } = opening
  const [lesson] = await tx
    .select({ name: lessons.quizName, description: lessons.description })
    .from(lessons)
    .where(eq(lessons.id, lessonId))
  if (!lesson) throw new AppError('not_found', 'There is no such lesson.')
  for (;;) {
    // Waits for another call that is inserting: then the index refuses this one, and theirs is found below.
    const [made] = await tx
      .insert(quizAttempts)
      .values({
        ...{ id: newId('att'), userId: learner.userId, lessonId, ...lesson },
        ...{ createdAt: now, updatedAt: now, questionCount: 0 },
        // A card shows the newest attempt: a favourite stays one when its quiz is taken again.
        favorite: sql`coalesce((SELECT before.favorite FROM quiz_attempts before
          WHERE before.user_id = ${learner.userId} AND before.lesson_id = ${lessonId}
          ORDER BY before.created_at DESC, before.id DESC LIMIT 1), false)`,
      })
      .onConflictDoNothing()
      .returning({ id: quizAttempts.id })
    if (made) {
      await pinQuestions(tx, made.id, lessonId)
      return made.id
    }
    const open = await reopen(tx, opening)
    if (open) return open
    // The attempt was graded between the two statements: now there is room for a new one.
  }
}

/** The attempt that is open already. An archived one returns to the others; one without questions looks for some. */
async function reopen(tx: Tx, { learner, lessonId }: Opening): Promise<string | undefined> {
  const [open] = await tx
    .update(quizAttempts)
    .set({ archivedAt: null })
    .where(
      and(
        eq(quizAttempts.userId, learner.userId),
        eq(quizAttempts.lessonId, lessonId),
        isNull(quizAttempts.gradedAt),
      ),
    )
    .returning({ id: quizAttempts.id })
  if (!open) return undefined
  const asked = await tx.$count(attemptQuestions, eq(attemptQuestions.attemptId, open.id))
  if (asked === 0) await pinQuestions(tx, open.id, lessonId)
  return open.id
}

/** The questions of the lesson as they are now, in their order. One without a key cannot be answered: it is left out. */
async function pinQuestions(tx: Tx, attemptId: string, lessonId: string): Promise<void> {
  const version = and(
    eq(questionVersions.questionId, questions.id),
    eq(questionVersions.version, questions.currentVersion),
  )
  const { rowCount } = await tx.insert(attemptQuestions).select(
    tx
      .select({
        attemptId: sql<string>`${attemptId}`.as('attempt_id'),
        questionId: questions.id,
        version: questions.currentVersion,
        // The keys of the order compare byte by byte, whatever the database's collation is.
        position:
          sql<number>`row_number() OVER (ORDER BY ${questions.position} COLLATE "C", ${questions.id})`.as(
            'position',
          ),
        correctedOptionId: sql<string | null>`NULL`.as('corrected_option_id'),
      })
      .from(questions)
      .innerJoin(questionVersions, version)
      .where(
        and(
          eq(questions.lessonId, lessonId),
          isNull(questions.removedAt),
          sql`${questionVersions.answerOptionId} IS NOT NULL`,
        ),
      ),
  )
  await tx
    .update(quizAttempts)
    .set({ questionCount: rowCount ?? 0 })
    .where(eq(quizAttempts.id, attemptId))
}

type Marks = { readonly favorite?: boolean | undefined; readonly archived?: boolean | undefined }

/**
 * Marks the learner's own attempt as a favourite or archives it, or takes that back. Neither changes what is completed.
 * @throws AppError not_found
 */
export async function markAttempt(
  { db, clock, notices }: Deps,
  userId: string,
  { attemptId, marks }: { readonly attemptId: string; readonly marks: Marks },
): Promise<QuizAttempt> {
  const { favorite, archived } = marks
  const now = clock.now()
  const changed = await db.transaction(async (tx) => {
    const [marked] = await tx
      .update(quizAttempts)
      .set({
        ...(favorite !== undefined && { favorite }),
        ...(archived !== undefined && {
          archivedAt: archived ? sql`coalesce(${quizAttempts.archivedAt}, ${now})` : null,
        }),
        // Keeps the statement whole when nothing is to be changed.
        userId,
      })
      .where(isOwn(userId, attemptId))
      .returning({ id: quizAttempts.id })
    if (!marked) throw noAttempt()
    return await getAttempt(tx, userId, attemptId)
  })
  notices?.notifyProgress({ userId, lessonId: changed.lessonId })
  return changed
}
