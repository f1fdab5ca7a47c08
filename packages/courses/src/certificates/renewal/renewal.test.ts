import { auditLog } from '@freeor/accounts/tables'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { quizAttempts } from '../../attempts/tables.ts'
import { changeQuestion } from '../../questions/editing/commands.ts'
import { regradeQuestion } from '../../questions/regrade/commands.ts'
import { actorOf } from '../../questions/testing.ts'
import { readCourseCertificate } from '../queries.ts'
import { certificates } from '../tables.ts'
import { codeOf, openCertificates, serialOf } from '../testing.ts'
import { renewalReason, renewCertificate } from './commands.ts'

const fixture = openCertificates()

/** The first question of a lesson has another key from now on; those who chose the old one lose a point. */
async function correctKey(slug: string): Promise<string> {
  const [question] = fixture.lessonAt(slug).questions
  if (!question) throw new Error('The lesson has a question')
  const right = question.options.find(({ id }) => id !== question.answerOptionId)?.id
  const options = question.options.map(({ id, text }) => ({ id, text, correct: id === right }))
  const author = actorOf(fixture.stranger)
  await changeQuestion(fixture.deps, author, { questionId: question.id, change: { version: 1, options } })
  return question.id
}

const regrade = async (questionId: string) =>
  await regradeQuestion(fixture.deps, actorOf(fixture.stranger), {
    ...{ questionId, apply: true, reason: 'The key was wrong' },
  })
const renew = async (serial: string, userId = fixture.learner) =>
  await renewCertificate(fixture.deps, { userId, serial })
const scoresOf = async (serial: string) =>
  (await fixture.look(serial, fixture.learner)).lessons.map(({ score }) => score)
const current = async () =>
  await readCourseCertificate(fixture.db, { userId: fixture.learner, courseId: fixture.course.id })

test('a corrected grade is offered to its learner alone, and the certificate keeps what it says until then', async () => {
  const serial = await fixture.finish()
  expect((await fixture.look(serial, fixture.learner)).canRenew).toBe(false)
  expect(await codeOf(renew(serial))).toBe('conflict')
  await regrade(await correctKey('one'))
  expect((await fixture.look(serial, fixture.learner)).canRenew).toBe(true)
  expect(await current()).toMatchObject({ serial, status: 'valid', canRenew: true })
  for (const viewer of [undefined, fixture.stranger])
    expect((await fixture.look(serial, viewer)).canRenew).toBe(false)
  expect(await scoresOf(serial)).toEqual([1, 1])
})

test('the new certificate has the corrected grades, and the old one leads to it with its own', async () => {
  const serial = await fixture.finish()
  await regrade(await correctKey('two'))
  const renewed = await renew(serial)
  expect(await scoresOf(renewed)).toEqual([1, 0])
  expect(await fixture.look(renewed, fixture.learner)).toMatchObject({ status: 'valid', canRenew: false })
  expect(await scoresOf(serial)).toEqual([1, 1])
  expect(await fixture.look(serial)).toMatchObject({
    ...{ status: 'superseded', supersededBy: renewed, revocationReason: renewalReason },
  })
  expect(await current()).toMatchObject({ serial: renewed, canRenew: false })
  expect(await codeOf(renew(serial))).toBe('conflict')
  const audited = and(eq(auditLog.action, 'certificate.renewed'), eq(auditLog.objectId, serial))
  expect(await fixture.db.$count(auditLog, audited)).toBe(1)
})

test('nobody renews somebody else’s certificate: for them there is none', async () => {
  const serial = await fixture.finish()
  await regrade(await correctKey('one'))
  expect(await codeOf(renew(serial, fixture.stranger))).toBe('not_found')
  expect(await codeOf(renew('ABCD-EFGH-JKMN-PQRS'))).toBe('not_found')
  expect((await fixture.look(serial)).status).toBe('valid')
})

test('asked for ten times at once, there is one new certificate', async () => {
  const serial = await fixture.finish()
  await regrade(await correctKey('one'))
  const codes = await Promise.all(Array.from({ length: 10 }, async () => await codeOf(renew(serial))))
  expect(codes.toSorted()).toEqual([...Array(9).fill('conflict'), 'ok'])
  expect(await fixture.db.$count(certificates, eq(certificates.userId, fixture.learner))).toBe(2)
})

test('a regrade while the certificate is being issued is in it, or is offered', async () => {
  await fixture.grade('one', new Date('2026-02-27T12:00:00Z'))
  const attemptId = await fixture.grade('two', new Date('2026-02-28T12:00:00Z'))
  const questionId = await correctKey('two')
  const [outcome] = await Promise.all([fixture.ask(), regrade(questionId)])
  const serial = serialOf(outcome)
  const [attempt] = await fixture.db
    .select({ score: quizAttempts.score })
    .from(quizAttempts)
    .where(eq(quizAttempts.id, attemptId))
  expect(attempt?.score).toBe(0)
  const [, score] = await scoresOf(serial)
  expect((await fixture.look(serial, fixture.learner)).canRenew).toBe(score === 1)
  const valid = score === 1 ? await renew(serial) : serial
  expect(await scoresOf(valid)).toEqual([1, 0])
})
