import type { UserActor } from '@freeor/kernel/actor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openQuizFixture, type QuizFixture } from '../../attempts/testing.ts'
import { actorOf } from '../testing.ts'
import { addQuestion, changeQuestion } from './commands.ts'
import { listQuestionVersions } from './queries.ts'

let fixture: QuizFixture
let author: UserActor

beforeAll(async () => {
  fixture = await openQuizFixture()
  author = actorOf(fixture.author.userId)
})

afterAll(async () => await fixture.close())

test('each change is a version, newest first; a page ends where the next begins', async () => {
  const one = await addQuestion(fixture, author, {
    lessonId: (await fixture.addLesson([])).id,
    input: {
      question: 'One?',
      options: [{ text: 'Yes', correct: true }, { text: 'No' }],
      explanation: 'Why.',
    },
  })
  const change = async (version: number, question: string) =>
    await changeQuestion(fixture, author, { questionId: one.id, change: { version, question } })
  await change(1, 'Two?')
  const newest = await change(2, 'Three?')
  const all = await listQuestionVersions(fixture.db, author, { questionId: one.id, limit: 3 })
  expect(all.versions.map(({ version, question }) => [version, question])).toEqual([
    [3, 'Three?'],
    [2, 'Two?'],
    [1, 'One?'],
  ])
  expect(all.hasMore).toBe(false)
  expect(all.versions[0]).toMatchObject({
    options: newest.options,
    answer: newest.answer,
    explanation: 'Why.',
  })
  const page = await listQuestionVersions(fixture.db, author, { questionId: one.id, limit: 1, before: 3 })
  expect([page.versions.map(({ version }) => version), page.hasMore]).toEqual([[2], true])
})
