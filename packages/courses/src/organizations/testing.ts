import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { attemptQuestions, quizAttempts } from '../attempts/tables.ts'
import type { AddedLesson } from '../catalog/testing.ts'
import { organizationAdmins } from './tables.ts'

export type GradedRun = {
  readonly userId: string
  readonly lesson: AddedLesson
  readonly score: number
  readonly gradedAt: Date
}

/** A graded run through the quiz of a lesson. */
export async function addGradedRun(tx: Tx, { userId, lesson, score, gradedAt }: GradedRun): Promise<string> {
  const id = newId('att')
  const times = { createdAt: gradedAt, updatedAt: gradedAt, gradedAt }
  await tx.insert(quizAttempts).values({
    id,
    userId,
    lessonId: lesson.id,
    name: 'A quiz',
    score,
    questionCount: lesson.questions.length,
    ...times,
  })
  const pinned = lesson.questions.map((question, at) => ({
    ...{ attemptId: id, questionId: question.id, version: 1, position: at + 1 },
  }))
  if (pinned.length > 0) await tx.insert(attemptQuestions).values(pinned)
  return id
}

/** Makes a user an admin of these organizations, and of no other. */
export async function putOrgAdmin(tx: Tx, userId: string, organizations: readonly string[]): Promise<void> {
  const createdAt = new Date()
  for (const organization of organizations)
    await tx.insert(organizationAdmins).values({ userId, organization, createdAt }).onConflictDoNothing()
}
