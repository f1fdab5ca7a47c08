import { startAttempt } from '@freeor/courses/attempts/commands'
import { gradeAttempt } from '@freeor/courses/attempts/grade-attempt'
import type { QuizAttempt } from '@freeor/courses/attempts/schema'
import type { CompaniesFixture } from './companies-fixture.ts'
import { ensureCourse } from './course-things.ts'
import type { Person } from './people.ts'

/** The person's attempt that is not graded, at the first lesson of the fixture's course. */
export async function openAttemptOf(fixture: CompaniesFixture, { userId }: Person): Promise<QuizAttempt> {
  const lessonId = (await ensureCourse(fixture)).lessons[0]?.id ?? ''
  return await startAttempt(fixture.deps, { userId, seesDrafts: false }, lessonId)
}

/** A graded attempt of theirs. */
export async function addGradedAttempt(fixture: CompaniesFixture, as: Person): Promise<QuizAttempt> {
  const { id: attemptId } = await openAttemptOf(fixture, as)
  return await gradeAttempt(fixture.deps, as.userId, { attemptId, device: 'device', number: 0 })
}

/** A new attempt of theirs: the one that was open is graded. */
export async function newAttemptOf(fixture: CompaniesFixture, as: Person): Promise<QuizAttempt> {
  await addGradedAttempt(fixture, as)
  return await openAttemptOf(fixture, as)
}

let clicks = 0

/** A click that was not sent yet. */
export const newClick = (optionId: string) => ({ optionId, device: 'device', number: ++clicks, seen: 0 })
