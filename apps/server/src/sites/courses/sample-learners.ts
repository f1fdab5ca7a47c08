import { sampleEmail } from '@freeor/accounts/commands'
import { changeProfileIn } from '@freeor/accounts/profile/commands'
import { proveCompanyScope } from '@freeor/accounts/scope'
import { users } from '@freeor/accounts/tables'
import { setPlanByHand } from '@freeor/billing/admin/commands'
import { answerQuestion } from '@freeor/courses/attempts/answer-question'
import { retakeAttempt, startAttempt } from '@freeor/courses/attempts/commands'
import { gradeAttempt } from '@freeor/courses/attempts/grade-attempt'
import { listAttempts } from '@freeor/courses/attempts/queries'
import type { QuizAttempt } from '@freeor/courses/attempts/schema'
import { listLessons } from '@freeor/courses/catalog/find-lessons'
import { issueCertificate } from '@freeor/courses/certificates/commands'
import { changeOrgAdmin } from '@freeor/courses/organizations/commands'
import { confirmMember } from '@freeor/courses/organizations/members/commands'
import { requireOrgAccess } from '@freeor/courses/organizations/require-org-access'
import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { eq } from 'drizzle-orm'
import type { CoursesDeps } from './courses-deps.ts'

/** The roles of the sample logins of Courses. */
export const sampleLearnerRoles = ['student', 'graduate', 'author', 'org_admin'] as const

/**
 * Shows a newcomer everything at once: a student half way, a graduate with a certificate, an author with the free plan,
 * and an admin of the first organization, to which both learners belong. A student who has an attempt already is left
 * alone, with all the others: what people did with the sample is not undone.
 */
export async function fillSampleLearners(deps: CoursesDeps): Promise<void> {
  try {
    const student = await findSample(deps, 'student')
    const graduate = await findSample(deps, 'graduate')
    if (!student || !graduate || (await listAttempts(deps.db, student.userId, { limit: 1 })).length > 0)
      return
    await joinOrganization(deps, [student, graduate])
    await giveAuthorPlan(deps)
    await graduateFrom(deps, graduate)
    await learnHalf(deps, student)
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    deps.log.warn({ cause: cause.message }, 'The sample learners could not be filled')
  }
}

async function findSample({ db }: CoursesDeps, role: string): Promise<UserActor | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(users.email, sampleEmail(role)))
  if (!user) return undefined
  const { id: userId, email, name, emailVerified } = user
  return { kind: 'user', userId, email, name, emailVerified, superAdmin: false, sessionId: 'none' }
}

/** Both learners and the author choose the first configured organization; its admin confirms the learners. */
async function joinOrganization(deps: CoursesDeps, learners: readonly UserActor[]): Promise<void> {
  const { db, clock } = deps
  const configured = deps.configuredOrganizations
  const [org] = configured
  const admin = await findSample(deps, 'org_admin')
  if (org === undefined || !admin) return
  const origin = { now: clock.now(), address: 'none' }
  const author = await findSample(deps, 'author')
  for (const person of author ? [...learners, author] : learners)
    await db.transaction(async (tx) => await changeProfileIn(tx, person, { org }, origin))
  await changeOrgAdmin(db, {
    ...{ superAdminUserId: undefined, userId: admin.userId, reason: 'the sample', now: clock.now() },
    configured,
    change: () => [org],
  })
  const access = await requireOrgAccess(db, admin, configured)
  const action = { access, now: clock.now(), ipAddress: 'none' }
  for (const { userId } of learners) await confirmMember(db, action, { userId, isConfirmed: true })
}

async function giveAuthorPlan(deps: CoursesDeps): Promise<void> {
  const author = await findSample(deps, 'author')
  if (!author) return
  const { companyId } = await proveCompanyScope(deps.db, author)
  const change = { companyId, site: 'courses', planID: 'freeor_free', reason: 'the sample' } as const
  await setPlanByHand(deps.db, { ...change, superAdminUserId: undefined, now: deps.clock.now() })
}

const device = 'sample'

/** Answers from the first question on, as many as told. @param choose the option's position in each question */
async function answer(
  deps: CoursesDeps,
  attempt: QuizAttempt,
  {
    questions,
    choose,
  }: { questions: number; choose: (question: QuizAttempt['questions'][number]) => string },
): Promise<number> {
  const asked = attempt.questions.slice(0, questions)
  for (const [at, question] of asked.entries())
    await answerQuestion(deps, attempt.uid, {
      ...{ attemptId: attempt.id, questionId: question.questionId, optionId: choose(question) },
      ...{ device, number: at + 1, seen: question.revision },
    })
  return asked.length
}

const firstOption = ({ options }: QuizAttempt['questions'][number]): string => options[0]?.id ?? ''

/** The quiz of a lesson, as somebody takes it who guesses. */
async function takeQuiz(deps: CoursesDeps, userId: string, lessonId: string): Promise<QuizAttempt> {
  const attempt = await startAttempt(deps, { userId, seesDrafts: false }, lessonId)
  const number = await answer(deps, attempt, { questions: attempt.questions.length, choose: firstOption })
  return await gradeAttempt(deps, userId, { attemptId: attempt.id, device, number })
}

/** Once more, as somebody takes it who has read the explanations; the last question is wrong again. */
async function takeAgain(deps: CoursesDeps, userId: string, graded: QuizAttempt): Promise<void> {
  const keys = new Map(graded.questions.map(({ questionId, answer: key }) => [questionId, key]))
  const attempt = await retakeAttempt(deps, { userId, seesDrafts: false }, graded.id)
  const last = attempt.questions.at(-1)?.questionId
  const number = await answer(deps, attempt, {
    questions: attempt.questions.length,
    choose: (question) =>
      question.questionId === last ? firstOption(question) : (keys.get(question.questionId) ?? ''),
  })
  await gradeAttempt(deps, userId, { attemptId: attempt.id, device, number })
}

const lessonsOf = async ({ db, defaultCourse }: CoursesDeps, userId: string) =>
  await listLessons(db, { userId, seesDrafts: false }, defaultCourse)

async function graduateFrom(deps: CoursesDeps, { userId }: UserActor): Promise<void> {
  for (const { _docId } of await lessonsOf(deps, userId))
    await takeAgain(deps, userId, await takeQuiz(deps, userId, _docId))
  await issueCertificate(deps.certificates, { userId, courseId: deps.defaultCourse })
}

/** Half of the lessons are complete, and the quiz of the next one is begun. */
async function learnHalf(deps: CoursesDeps, { userId }: UserActor): Promise<void> {
  const lessons = await lessonsOf(deps, userId)
  const half = Math.floor(lessons.length / 2)
  for (const { _docId } of lessons.slice(0, half)) {
    const graded = await takeQuiz(deps, userId, _docId)
    await takeAgain(deps, userId, graded)
  }
  const next = lessons[half]
  if (!next) return
  const begun = await startAttempt(deps, { userId, seesDrafts: false }, next._docId)
  await answer(deps, begun, { questions: 2, choose: firstOption })
}
