import type { UserActor } from '@freeor/kernel/actor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openQuizFixture, type QuizFixture } from '../../attempts/testing.ts'
import { listQuestionsOf } from '../editing/queries.ts'
import { actorOf, addColleague } from '../testing.ts'
import { beginImport, bringIn } from './commands.ts'
import { textBytes } from './testing.ts'

let fixture: QuizFixture
let author: UserActor
let lessonId: string

beforeAll(async () => {
  fixture = await openQuizFixture()
  author = actorOf(fixture.author.userId)
  lessonId = fixture.lesson.id
})

afterAll(async () => await fixture.close())

const bank = '::A::One? {=a ~b}\n\nEssay {}\n\n// note\nTwo? {T}\n\nThree? {~x =y}\n'
const read = async (actor = author) =>
  await beginImport(fixture, actor, { lessonId, file: { name: 'bank.gift', bytes: textBytes(bank) } })
const asked = async () =>
  (await listQuestionsOf(fixture.db, { lessonId, from: 0, limit: 500 })).questions.map(
    ({ question }) => question,
  )

test('a file is read and accounted for, and nothing is in the lesson yet', async () => {
  const before = await asked()
  const account = await read()
  expect(account.counts).toEqual({ in: 2, changed: 1, refused: 1 })
  const { bytes, ...fates } = account.sum
  expect(bytes).toBe(textBytes(bank).length)
  expect(Object.values(fates).reduce((total, amount) => total + amount)).toBe(bytes)
  expect(account.files[0]?.spans.map(({ text }) => text).join('')).toBe(bank)
  expect(await asked()).toEqual(before)
})

test('the chosen questions come in behind the others, in one transaction: one wrong place brings in none', async () => {
  const { importId } = await read()
  const before = await asked()
  const wrong = bringIn(fixture, author, { importId, lessonId, chosen: [0, 7] })
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_request' })
  expect(await asked()).toEqual(before)
  const { added, questionIds } = await bringIn(fixture, author, { importId, lessonId, chosen: [2, 0, 2] })
  expect([added, questionIds.length]).toEqual([2, 2])
  expect(await asked()).toEqual([...before, 'Three?', 'One?'])
  const brought = (await listQuestionsOf(fixture.db, { lessonId, from: before.length, limit: 1 }))
    .questions[0]
  expect(brought?.options.find(({ id }) => id === brought.answer)?.text).toBe('y')
})

test('what somebody else read, and a lesson of another account, do not exist', async () => {
  const { importId } = await read()
  const admin = await addColleague(fixture, 'admin')
  const stranger = actorOf((await fixture.addLearner()).userId)
  await expect(bringIn(fixture, admin, { importId, lessonId })).rejects.toMatchObject({ code: 'not_found' })
  await expect(bringIn(fixture, stranger, { importId, lessonId })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(read(stranger)).rejects.toMatchObject({ code: 'not_found' })
  await expect(read(await addColleague(fixture, 'viewer'))).rejects.toMatchObject({ code: 'forbidden' })
  fixture.clock.advance(25 * 3_600_000)
  await read()
  await expect(bringIn(fixture, author, { importId, lessonId })).rejects.toMatchObject({ code: 'not_found' })
})
