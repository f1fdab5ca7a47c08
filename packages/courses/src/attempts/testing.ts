import { addCompanyMember, createAccount } from '@freeor/accounts/commands'
import { companies } from '@freeor/accounts/tables'
import { newId } from '@freeor/kernel/ids'
import type { Database } from '@freeor/postgres/database'
import { type FakeClock, fakeClock } from '@freeor/testing/clock'
import { testDatabase } from '@freeor/testing/postgres'
import { expect } from 'vitest'
import { type AddedLesson, addCourse, type NewQuestion } from '../catalog/testing.ts'
import { answerQuestion, type QuestionClick } from './answer-question.ts'
import { type Learner, startAttempt } from './commands.ts'
import { gradeAttempt } from './grade-attempt.ts'
import { getAttempt } from './queries.ts'
import type { AnswerAnswer, QuizAttempt } from './schema.ts'

/** An author with a course of one lesson, and learners. */
export type QuizFixture = {
  readonly db: Database
  readonly clock: FakeClock
  /** The author's account. */
  readonly companyId: string
  readonly author: { readonly userId: string; readonly email: string }
  readonly lesson: AddedLesson
  /** Another lesson with that quiz. */
  addLesson(questions?: readonly NewQuestion[]): Promise<AddedLesson>
  addLearner(): Promise<Learner>
  close(): Promise<void>
}

const plainQuestions: readonly NewQuestion[] = [
  { question: 'First?', answer: 0, explanation: 'Because of one.' },
  { question: 'Second?', answer: 1, explanation: 'Because of two.' },
  { question: 'Third?', answer: 2 },
]

/** @param questions of the lesson; three with the first, second and third option correct unless told */
export async function openQuizFixture(questions = plainQuestions): Promise<QuizFixture> {
  const { db, close } = await testDatabase()
  const clock = fakeClock('2026-03-01T12:00:00Z')
  const now = clock.now()
  const author = await addUser(db, now)
  const companyId = newId('cmp')
  await db
    .insert(companies)
    .values({ id: companyId, name: 'Authors', ownerUserId: author.userId, createdAt: now, updatedAt: now })
  await addCompanyMember(db, { companyId, userId: author.userId, role: 'owner', now })
  const addLesson = async (questions = plainQuestions) => {
    const { lessons } = await addCourse(db, { companyId, lessons: [{ questions, quizName: 'A quiz' }], now })
    const [lesson] = lessons
    if (!lesson) throw new Error('The course has a lesson')
    return lesson
  }
  return {
    ...{ db, clock, companyId, author, addLesson, close },
    lesson: await addLesson(questions),
    addLearner: async () => ({ userId: (await addUser(db, now)).userId, seesDrafts: false }),
  }
}

async function addUser(db: Database, now: Date) {
  const name = newId('usr')
  const email = `${name}@people.example`
  const account = { email, name, passwordHash: 'no hash', emailVerified: true, now }
  return { userId: (await createAccount(db, account)).userId, email }
}

/** A click of the only device, on an option by its position. */
export function clickOn(
  lesson: AddedLesson,
  attemptId: string,
  click: { question: number; option: number; number: number; device?: string; seen?: number },
): QuestionClick {
  const { device = 'phone', seen = 0, number } = click
  const question = lesson.questions[click.question]
  const option = question?.options[click.option]
  if (!question || !option) throw new Error('There is no such option')
  return { attemptId, questionId: question.id, optionId: option.id, device, number, seen }
}

/** The correct option of each of the fixture's questions, by its position. */
export const correctOptions = [0, 1, 2]

export type Click = Parameters<typeof clickOn>[2]

type QuizRun = {
  learner: Learner
  attempt: QuizAttempt
  begin(): Promise<void>
  answer(click: Click, as?: Learner): Promise<AnswerAnswer>
  answerAll(options?: readonly number[]): Promise<void>
  grade(number: number, device?: string, as?: Learner): Promise<QuizAttempt>
  read(): Promise<QuizAttempt>
}

/** A learner's way through the fixture's quiz; each `begin` is another learner with an attempt that has just begun. */
export function quizRun(fixture: () => QuizFixture): QuizRun {
  const run: QuizRun = {
    learner: { userId: '', seesDrafts: false },
    attempt: { id: '' } as QuizAttempt,
    async begin(): Promise<void> {
      run.learner = await fixture().addLearner()
      run.attempt = await startAttempt(fixture(), run.learner, fixture().lesson.id)
    },
    answer: async (click: Click, as = run.learner) =>
      await answerQuestion(fixture(), as.userId, clickOn(fixture().lesson, run.attempt.id, click)),
    async answerAll(options = correctOptions): Promise<void> {
      for (const [question, option] of options.entries())
        await run.answer({ question, option, number: question + 1 })
    },
    grade: async (number: number, device = 'phone', as = run.learner) =>
      await gradeAttempt(fixture(), as.userId, { attemptId: run.attempt.id, device, number }),
    read: async () => await getAttempt(fixture().db, run.learner.userId, run.attempt.id),
  }
  return run
}

/** A thrown `AppError` of this code and these details. */
export const refusal = (code: string, details: object = {}) => expect.objectContaining({ code, details })
