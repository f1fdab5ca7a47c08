import { users } from '@freeor/accounts/tables'
import { companyWith, openPlainCustomer } from '@freeor/billing/testing'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Database, Tx } from '@freeor/postgres/database'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { attemptAnswers, attemptQuestions, quizAttempts } from '../attempts/tables.ts'
import { type AddedCourse, type AddedLesson, addCourse } from '../catalog/testing.ts'
import { type IssueOutcome, issueCertificate } from './commands.ts'
import type { CertificateFacts } from './facts.ts'
import type { CertificateDeps } from './ports.ts'
import { getCertificate, listUnfoundedCertificates } from './queries.ts'
import type { CertificateAnswer } from './schema.ts'

/** Facts of a certificate with this many lessons; `overrides` replaces any of them. */
export function someFacts(lessons = 5, overrides: Partial<CertificateFacts> = {}): CertificateFacts {
  return {
    serial: 'ABCD-EFGH-JKMN-PQRS',
    learnerName: 'Ada Example',
    courseName: 'An Introduction to Religious Liberty',
    issuedAt: '2026-11-22T09:30:00.000Z',
    lessons: Array.from({ length: lessons }, (_, index) => ({
      title: `Lesson ${index + 1}: conscience and the law`,
      quizName: `Quiz ${index + 1}`,
      score: 5,
      questions: 6,
      gradedAt: '2026-11-20T12:00:00.000Z',
    })),
    issuerName: 'Freeor Courses',
    address: 'https://courses.example.org/certificates/ABCD-EFGH-JKMN-PQRS',
    key: 'did:key:z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQXJPt4swbTQ2',
    credential: '{"id":"urn:example"}',
    credentialJwt: 'e30.e30.AA',
    ...overrides,
  }
}

/** A graded attempt of the learner at the lesson's quiz, as grading would have left it; its id. */
export async function addGradedAttempt(
  tx: Tx,
  {
    userId,
    lesson,
    gradedAt,
    score = 1,
  }: {
    readonly userId: string
    readonly lesson: AddedLesson
    readonly gradedAt: Date
    readonly score?: number
  },
): Promise<string> {
  const id = newId('att')
  const at = { createdAt: gradedAt, updatedAt: gradedAt }
  await tx.insert(quizAttempts).values({
    id,
    userId,
    lessonId: lesson.id,
    name: `Quiz of ${lesson.slug}`,
    score,
    gradedAt,
    questionCount: lesson.questions.length,
    ...at,
  })
  for (const [at, { id: questionId, answerOptionId: optionId }] of lesson.questions.entries()) {
    await tx.insert(attemptQuestions).values({ attemptId: id, questionId, version: 1, position: at + 1 })
    const click = { device: 'phone', number: at + 1, revision: 1, answeredAt: gradedAt }
    if (at < score) await tx.insert(attemptAnswers).values({ attemptId: id, questionId, optionId, ...click })
  }
  return id
}

export const now = new Date('2026-03-01T12:00:00Z')

/** The serial of a certificate that was issued. @throws Error for any other outcome */
export function serialOf(outcome: IssueOutcome): string {
  if (outcome.status !== 'issued') throw new Error(`Not issued: ${outcome.status}`)
  return outcome.serial
}

/** The code of the error that the work ends with; `ok` without one. */
export const codeOf = async (work: Promise<unknown>) =>
  await work.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

export type CertificatesFixture = {
  readonly db: Database
  readonly deps: CertificateDeps
  readonly learner: string
  readonly stranger: string
  /** Two published lessons, `one` and `two`, a draft and an archived one. */
  readonly course: AddedCourse
  lessonAt(slug: string): AddedLesson
  grade(slug: string, gradedAt: Date, more?: { score?: number; userId?: string }): Promise<string>
  ask(userId?: string, courseId?: string): Promise<IssueOutcome>
  /** Both lessons graded and the certificate issued; its serial. */
  finish(): Promise<string>
  look(serial: string, viewerId?: string): Promise<CertificateAnswer>
}

/** Before each test a course and two people of their own; afterwards the invariant of certificates holds. */
export function openCertificates(): CertificatesFixture {
  let database: TestDatabase | undefined
  let people = { learner: '', stranger: '' }
  let course: AddedCourse = { id: '', lessons: [] }
  const db = () => {
    if (!database) throw new Error('The database is open in tests only')
    return database.db
  }
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(async () => {
    expect(await listUnfoundedCertificates(db())).toEqual([])
    await database?.close()
  })
  beforeEach(async () => {
    const open = async () => await companyWith(db(), { planID: 'freeor_free', now }, openPlainCustomer)
    const [learner, stranger] = [await open(), await open()]
    people = { learner: learner.userId, stranger: stranger.userId }
    await db().update(users).set({ name: 'Ada Example' }).where(eq(users.id, learner.userId))
    course = await addCourse(db(), {
      ...{ companyId: stranger.companyId, name: 'Conscience', now },
      lessons: [
        { slug: 'one' },
        { slug: 'draft', published: false },
        { slug: 'two' },
        { slug: 'old', archivedAt: now },
      ],
    })
  })
  const fixture: CertificatesFixture = {
    get db() {
      return db()
    },
    get deps() {
      return {
        ...{ db: db(), clock: { now: () => now }, secret: 'a secret of thirty-two characters' },
        ...{ siteUrl: 'https://courses.example.org', issuerName: 'Freeor Courses' },
      }
    },
    get learner() {
      return people.learner
    },
    get stranger() {
      return people.stranger
    },
    get course() {
      return course
    },
    lessonAt(slug) {
      const lesson = course.lessons.find((one) => one.slug === slug)
      if (!lesson) throw new Error(`There is no lesson ${slug}`)
      return lesson
    },
    async grade(slug, gradedAt, { score = 1, userId = people.learner } = {}) {
      return await addGradedAttempt(db(), { userId, lesson: fixture.lessonAt(slug), gradedAt, score })
    },
    ask: async (userId = people.learner, courseId = course.id) =>
      await issueCertificate(fixture.deps, { userId, courseId }),
    async finish() {
      await fixture.grade('one', new Date(now.getTime() - 2 * 86_400_000))
      await fixture.grade('two', new Date(now.getTime() - 86_400_000))
      return serialOf(await fixture.ask())
    },
    look: async (serial, viewerId) => await getCertificate(db(), { serial, viewerId }, fixture.deps),
  }
  return fixture
}
