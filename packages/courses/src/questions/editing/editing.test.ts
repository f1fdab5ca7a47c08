import type { UserActor } from '@freeor/kernel/actor'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAttempt } from '../../attempts/commands.ts'
import { getAttempt } from '../../attempts/queries.ts'
import { openQuizFixture, type QuizFixture, refusal } from '../../attempts/testing.ts'
import { expectOneOrder } from '../../authoring/order/testing.ts'
import { lessons, questions, questionVersions } from '../../catalog/tables.ts'
import { searchBank } from '../bank/queries.ts'
import type { NewQuestionInput } from '../schema.ts'
import { actorOf, addColleague } from '../testing.ts'
import { addQuestion, changeQuestion, duplicateQuestion, moveQuestion, removeQuestion } from './commands.ts'
import { getQuestion, listQuestionsOf } from './queries.ts'

let fixture: QuizFixture
let author: UserActor

beforeAll(async () => {
  fixture = await openQuizFixture()
  author = actorOf(fixture.author.userId)
})

afterAll(async () => await fixture.close())

const draft = async () => {
  const lesson = await fixture.addLesson([])
  await fixture.db.update(lessons).set({ published: false }).where(eq(lessons.id, lesson.id))
  return lesson.id
}
const add = async (lessonId: string, input: NewQuestionInput = {}) =>
  await addQuestion(fixture, author, { lessonId, input })
const listed = async (lessonId: string) =>
  (await listQuestionsOf(fixture.db, { lessonId, from: 0, limit: 500 })).questions
const options = (amount: number, correct = 0) =>
  Array.from({ length: amount }, (_, at) => ({
    text: `Option ${at}`,
    ...(at === correct && { correct: true }),
  }))

test('a new question has the default text, no options and no key', async () => {
  const lessonId = await draft()
  expect(await add(lessonId)).toMatchObject({
    ...{ question: 'Type your question here.', options: [], answer: null, explanation: null },
    ...{ position: 1, version: 1, lessonId },
  })
})

test('a change makes a version; options that stay keep their ids, and the correct one is marked', async () => {
  const one = await add(await draft(), { question: 'Who?', options: options(3, 1) })
  expect(one.answer).toBe(one.options[1]?.id)
  const [a, b, c] = one.options
  const changed = await changeQuestion(fixture, author, {
    questionId: one.id,
    change: {
      version: 1,
      options: [
        { id: c?.id, text: 'New text', correct: true },
        { id: a?.id, text: a?.text ?? '' },
        { text: 'More' },
      ],
      explanation: 'Because.\r\nSo.',
    },
  })
  expect(changed).toMatchObject({ version: 2, question: 'Who?', answer: c?.id, explanation: 'Because.\nSo.' })
  expect(changed.options.map(({ id }) => id)).toEqual([c?.id, a?.id, expect.stringMatching(/^opt_/)])
  expect(changed.options[2]?.id).not.toBe(b?.id)
  const same = { version: 2, question: ' Who? ' }
  expect(await changeQuestion(fixture, author, { questionId: one.id, change: same })).toEqual(changed)
})

test.each([
  [{ question: '  ' }, 'question'],
  [{ options: [{ text: 'x' }, { text: ' ' }] }, 'options.1'],
  [{ options: [{ text: 'x', correct: true }] }, 'options'],
  [
    {
      options: [
        { text: 'x', correct: true },
        { text: 'y', correct: true },
      ],
    },
    'options',
  ],
  [{ options: [{ id: 'opt_other', text: 'x' }] }, 'options.0.id'],
  [{ options: options(27) }, 'options'],
])('what is no question is refused: %j', async (change, field) => {
  const one = await add(await draft(), { options: options(26) })
  const changing = changeQuestion(fixture, author, { questionId: one.id, change: { version: 1, ...change } })
  await expect(changing).rejects.toEqual(refusal('invalid_request', { field }))
  await expect(add(one.lessonId, change)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('two people who change the same version: the second is told and sees what the first wrote', async () => {
  const one = await add(await draft())
  const member = await addColleague(fixture, 'member')
  const change = async (actor: UserActor, question: string) =>
    await changeQuestion(fixture, actor, { questionId: one.id, change: { version: 1, question } })
  const outcomes = await Promise.allSettled([change(author, 'Mine?'), change(member, 'Theirs?')])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const now = await getQuestion(fixture.db, one.id)
  const refused = outcomes.find((outcome) => outcome.status === 'rejected')
  expect(refused?.reason).toEqual(refusal('conflict', { current: now }))
  expect(await fixture.db.$count(questionVersions, eq(questionVersions.questionId, one.id))).toBe(2)
})

test('an attempt keeps the version it began with, and a question that is removed meanwhile', async () => {
  const lesson = await fixture.addLesson()
  const learner = await fixture.addLearner()
  const attempt = await startAttempt(fixture, learner, lesson.id)
  const [first, second] = lesson.questions
  const questionId = first?.id ?? ''
  await changeQuestion(fixture, author, { questionId, change: { version: 1, question: 'Another?' } })
  await removeQuestion(fixture, author, second?.id ?? '')
  const seen = await getAttempt(fixture.db, learner.userId, attempt.id)
  expect(seen.questions.map(({ question, version }) => [question, version])).toEqual([
    ['First?', 1],
    ['Second?', 1],
    ['Third?', 1],
  ])
  const later = await startAttempt(fixture, await fixture.addLearner(), lesson.id)
  expect(later.questions.map(({ question }) => question)).toEqual(['Another?', 'Third?'])
})

test('the last question of a published lesson can neither be removed nor lose its key', async () => {
  const lesson = await fixture.addLesson([{ question: 'First?' }, { question: 'Second?' }])
  const [first, second] = lesson.questions.map(({ id }) => id)
  // One that has no key is not asked: it makes no quiz.
  await add(lesson.id)
  await removeQuestion(fixture, author, first ?? '')
  const last = refusal('conflict', { lastQuestion: true })
  await expect(removeQuestion(fixture, author, second ?? '')).rejects.toEqual(last)
  await expect(removeQuestion(fixture, author, second ?? '')).rejects.toThrow(
    'You must add a quiz before you can publish this lesson.',
  )
  const noKey = { version: 1, options: [{ text: 'a' }, { text: 'b' }] }
  await expect(changeQuestion(fixture, author, { questionId: second ?? '', change: noKey })).rejects.toEqual(
    last,
  )
  await fixture.db.update(lessons).set({ published: false }).where(eq(lessons.id, lesson.id))
  await removeQuestion(fixture, author, second ?? '')
})

test('of two removals at once, 20 times, one question is left in a published lesson', async () => {
  for (let round = 0; round < 20; round++) {
    const lesson = await fixture.addLesson([{ question: 'First?' }, { question: 'Second?' }])
    const removals = lesson.questions.map(({ id }) => removeQuestion(fixture, author, id))
    const outcomes = await Promise.allSettled(removals)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await listed(lesson.id)).toHaveLength(1)
  }
})

test('a copy stands right behind and has options of its own', async () => {
  const lessonId = await draft()
  const one = await add(lessonId, { question: 'One?', options: options(2), explanation: 'Why.' })
  await add(lessonId, { question: 'Two?' })
  const copy = await duplicateQuestion(fixture, author, one.id)
  expect(copy).toMatchObject({ question: 'One?', explanation: 'Why.', position: 2, version: 1 })
  expect(copy.options.map(({ text }) => text)).toEqual(['Option 0', 'Option 1'])
  expect(copy.answer).toBe(copy.options[0]?.id)
  expect(copy.options.map(({ id }) => id)).not.toEqual(one.options.map(({ id }) => id))
})

test('moves, also at once, end in the order that a list would have', async () => {
  const lessonId = await draft()
  const ids: string[] = []
  for (let at = 0; at < 5; at++) ids.push((await add(lessonId)).id)
  const moves = fc.array(fc.tuple(fc.nat(4), fc.option(fc.nat(4))), {
    minLength: 1,
    maxLength: 15,
    size: 'max',
  })
  await fc.assert(
    fc.asyncProperty(moves, async (steps) => {
      let order = (await listed(lessonId)).map(({ id }) => id)
      for (const [which, behind] of steps) {
        const questionId = ids[which] ?? ''
        const after = behind === null ? null : (ids[behind] ?? '')
        await moveQuestion(fixture, author, { questionId, after })
        if (after === questionId) continue
        order = order.filter((id) => id !== questionId)
        order.splice(after === null ? 0 : order.indexOf(after) + 1, 0, questionId)
      }
      expect((await listed(lessonId)).map(({ id }) => id)).toEqual(order)
    }),
    { numRuns: 5 },
  )
  await Promise.all(ids.map((questionId) => moveQuestion(fixture, author, { questionId, after: null })))
  expect(new Set((await listed(lessonId)).map(({ id }) => id))).toEqual(new Set(ids))
})

test('however two people’s moves interleave, both see the order of the server, and no question is lost', async () => {
  const lessonId = await draft()
  const colleague = await addColleague(fixture, 'member')
  const letters = [...'abcde']
  const ids = new Map<string, string>()
  for (const letter of letters) ids.set(letter, (await add(lessonId, { question: letter })).id)
  await expectOneOrder({
    letters,
    read: async () => (await listed(lessonId)).map(({ question }) => question),
    async move(who, { id, after }) {
      const move = { questionId: ids.get(id) ?? '', after: after === null ? null : (ids.get(after) ?? '') }
      await moveQuestion(fixture, who === 0 ? author : colleague, move)
    },
  })
})

test('where no key is left between two questions, all of the lesson get new ones', async () => {
  const lessonId = await draft()
  const [first, second, third] = [await add(lessonId), await add(lessonId), await add(lessonId)]
  const long = `a0${'0'.repeat(60)}1`
  for (const [{ id }, position] of [
    [first, 'a0'],
    [second, long],
    [third, 'a1'],
  ] as const)
    await fixture.db.update(questions).set({ position }).where(eq(questions.id, id))
  await moveQuestion(fixture, author, { questionId: third.id, after: first.id })
  expect((await listed(lessonId)).map(({ id }) => id)).toEqual([first.id, third.id, second.id])
  const rows = await fixture.db.select().from(questions).where(eq(questions.lessonId, lessonId))
  expect(Math.max(...rows.map(({ position }) => position.length))).toBeLessThan(5)
})

test('a question cannot stand behind one of another lesson', async () => {
  const [one, other] = [await add(await draft()), await add(await draft())]
  const move = moveQuestion(fixture, author, { questionId: one.id, after: other.id })
  await expect(move).rejects.toEqual(refusal('invalid_request', { field: 'after' }))
})

test('a question of the bank is found by its words and copied into a lesson of the same account only', async () => {
  const from = await draft()
  const unusual = {
    question: 'Is 100%_ zymurgy?',
    options: [{ text: 'Fermenting beer', correct: true }, { text: 'No' }],
  }
  const one = await add(from, unusual)
  const search = async (text: string, withoutLesson?: string) =>
    (await searchBank(fixture.db, { companyId: fixture.companyId, text, withoutLesson, from: 0, limit: 10 }))
      .questions
  expect((await search('zymurgy BEER')).map(({ id }) => id)).toEqual([one.id])
  expect(await search('zymurgy wine')).toEqual([])
  expect((await search('100%_ z')).map(({ id }) => id)).toEqual([one.id])
  expect(await search('100%x')).toEqual([])
  expect(await search('zymurgy', from)).toEqual([])
  const copy = await add(await draft(), { copyOf: one.id })
  expect(copy).toMatchObject({
    question: one.question,
    options: [{ text: 'Fermenting beer' }, { text: 'No' }],
  })
  const other = await openQuizFixture()
  const theirs = actorOf(other.author.userId)
  const foreign = addQuestion(other, theirs, { lessonId: other.lesson.id, input: { copyOf: one.id } })
  await expect(foreign).rejects.toMatchObject({ code: 'not_found' })
  await other.close()
})

test('for strangers and learners a question does not exist; a viewer of the account may not change it', async () => {
  const one = await add(await draft(), { options: options(2) })
  const actions = (actor: UserActor, questionId: string) => [
    () => changeQuestion(fixture, actor, { questionId, change: { version: 1, question: 'Mine?' } }),
    () => removeQuestion(fixture, actor, questionId),
    () => moveQuestion(fixture, actor, { questionId, after: null }),
    () => duplicateQuestion(fixture, actor, questionId),
  ]
  const stranger = actorOf((await fixture.addLearner()).userId)
  for (const action of [...actions(stranger, one.id), ...actions(author, 'que_none')])
    await expect(action()).rejects.toEqual(refusal('not_found'))
  const viewer = await addColleague(fixture, 'viewer')
  for (const action of actions(viewer, one.id))
    await expect(action()).rejects.toMatchObject({ code: 'forbidden' })
  expect(await getQuestion(fixture.db, one.id)).toEqual(one)
})
