import type { UserActor } from '@freeor/kernel/actor'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAttempt } from '../../attempts/commands.ts'
import { openQuizFixture, refusal } from '../../attempts/testing.ts'
import { lessons } from '../../catalog/tables.ts'
import { beginImport, bringIn } from '../import/commands.ts'
import { type ImportFixture, textBytes, withFiles } from '../import/testing.ts'
import { questionTexts } from '../schema.ts'
import { actorOf } from '../testing.ts'
import { changeQuestion, removeQuestion } from './commands.ts'
import { listQuestionsOf } from './queries.ts'
import { takeOutQuestions } from './take-out-questions.ts'

let fixture: ImportFixture
let author: UserActor

beforeAll(async () => {
  fixture = await withFiles(await openQuizFixture())
  author = actorOf(fixture.author.userId)
})

afterAll(async () => await fixture.close())

const bank = 'One? {=a ~b}\n\nTwo? {T}\n\nThree? {~x =y}\n'

/** A lesson with a question of its own and three that came in. */
async function lessonWithImport(questions = [{ question: 'Mine?', answer: 0 }]) {
  const lesson = await fixture.addLesson(questions)
  const file = { name: 'bank.gift', bytes: textBytes(bank) }
  const { importId } = await beginImport(fixture, author, { lessonId: lesson.id, file })
  const { questionIds } = await bringIn(fixture, author, { importId, lessonId: lesson.id })
  return { lessonId: lesson.id, questionIds, importId }
}

const asked = async (lessonId: string) =>
  (await listQuestionsOf(fixture.db, { lessonId, from: 0, limit: 9 })).questions.map(
    ({ question }) => question,
  )

test('what came in together goes out together, and may come in again', async () => {
  const { lessonId, questionIds, importId } = await lessonWithImport()
  await takeOutQuestions(fixture, author, { lessonId, questionIds })
  expect(await asked(lessonId)).toEqual(['Mine?'])
  await takeOutQuestions(fixture, author, { lessonId, questionIds })
  await bringIn(fixture, author, { importId, lessonId })
  expect(await asked(lessonId)).toEqual(['Mine?', 'One?', 'Two?', 'Three?'])
})

test('one that was removed meanwhile keeps nobody from taking out the rest', async () => {
  const { lessonId, questionIds } = await lessonWithImport()
  await removeQuestion(fixture, author, questionIds[1] ?? '')
  await takeOutQuestions(fixture, author, { lessonId, questionIds })
  expect(await asked(lessonId)).toEqual(['Mine?'])
})

test('all stay where a learner was asked one of them, also when they have not answered it yet', async () => {
  const { lessonId, questionIds } = await lessonWithImport()
  await startAttempt(fixture, await fixture.addLearner(), lessonId)
  const taken = takeOutQuestions(fixture, author, { lessonId, questionIds })
  await expect(taken).rejects.toEqual(refusal('conflict', { asked: true }))
  await expect(taken).rejects.toThrow(questionTexts.askedSince)
  expect(await asked(lessonId)).toHaveLength(4)
})

test('all stay where somebody changed one of them: nobody’s words go with another’s undo', async () => {
  const { lessonId, questionIds } = await lessonWithImport()
  const change = { version: 1, explanation: 'Because.' }
  await changeQuestion(fixture, author, { questionId: questionIds[2] ?? '', change })
  const taken = takeOutQuestions(fixture, author, { lessonId, questionIds })
  await expect(taken).rejects.toEqual(refusal('conflict', { changed: true }))
  expect(await asked(lessonId)).toHaveLength(4)
})

test('a published lesson keeps a quiz', async () => {
  const { lessonId, questionIds } = await lessonWithImport([])
  await fixture.db.update(lessons).set({ published: true }).where(eq(lessons.id, lessonId))
  const take = async () => await takeOutQuestions(fixture, author, { lessonId, questionIds })
  await expect(take()).rejects.toEqual(refusal('conflict', { lastQuestion: true }))
  expect(await asked(lessonId)).toHaveLength(3)
  await fixture.db.update(lessons).set({ published: false }).where(eq(lessons.id, lessonId))
  await take()
  expect(await asked(lessonId)).toEqual([])
})

test('questions of another lesson stay, and a lesson of another account does not exist', async () => {
  const { lessonId, questionIds } = await lessonWithImport()
  await takeOutQuestions(fixture, author, { lessonId: fixture.lesson.id, questionIds })
  const stranger = actorOf((await fixture.addLearner()).userId)
  const theirs = takeOutQuestions(fixture, stranger, { lessonId, questionIds })
  await expect(theirs).rejects.toMatchObject({ code: 'not_found' })
  expect(await asked(lessonId)).toHaveLength(4)
})
