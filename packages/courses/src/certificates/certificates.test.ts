import { auditLog } from '@freeor/accounts/tables'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { quizAttempts } from '../attempts/tables.ts'
import { courseLessons, courses, lessons } from '../catalog/tables.ts'
import { issueCertificate } from './commands.ts'
import { checkCredential } from './credential/check-credential.ts'
import { statusListLength } from './credential/credential.ts'
import { rotateSigningKeys } from './keys/commands.ts'
import { listPublicKeys } from './keys/queries.ts'
import { getSigned, listUnfoundedCertificates, readCourseCertificate } from './queries.ts'
import { readSerial } from './serial.ts'
import { certificates, signingKeys } from './tables.ts'
import { codeOf, now, openCertificates, serialOf } from './testing.ts'

const fixture = openCertificates()
const { grade, ask, finish, lessonAt, look } = fixture
const before = (days: number) => new Date(now.getTime() - days * 86_400_000)

test('what is missing is said until every published lesson has a graded attempt; drafts and archived ones do not count', async () => {
  const one = { lessonId: lessonAt('one').id, title: 'Lesson 1' }
  const two = { lessonId: lessonAt('two').id, title: 'Lesson 3' }
  expect(await ask()).toEqual({ status: 'incomplete', missing: [one, two] })
  await grade('one', before(2))
  await grade('two', before(1), { userId: fixture.stranger })
  expect(await ask()).toEqual({ status: 'incomplete', missing: [two] })
  await grade('two', before(1))
  expect(
    await readCourseCertificate(fixture.db, { userId: fixture.learner, courseId: fixture.course.id }),
  ).toEqual({
    ...{ isComplete: true, missing: [], serial: null, status: null, canRenew: false },
  })
  const serial = serialOf(await ask())
  expect(serial).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(await look(serial, fixture.learner)).toMatchObject({
    ...{
      status: 'valid',
      learnerName: 'Ada Example',
      courseName: 'Conscience',
      isOwn: true,
      keepsName: false,
    },
    lessons: [
      {
        title: 'Lesson 1',
        quizName: 'Quiz of one',
        score: 1,
        questions: 2,
        gradedAt: before(2).toISOString(),
      },
      { title: 'Lesson 3', quizName: 'Quiz of two' },
    ],
    key: expect.stringMatching(/^did:key:z6Mk/),
  })
  expect(await look(serial, fixture.stranger)).toMatchObject({ isOwn: false, keepsName: null })
})

test('an open retake does not undo a graded attempt; the last graded one counts, not the best', async () => {
  await grade('one', before(5), { score: 2 })
  await grade('one', before(3), { score: 0 })
  await grade('two', before(4))
  const open = { id: 'att_open', userId: fixture.learner, lessonId: lessonAt('two').id, name: 'Retake' }
  await fixture.db.insert(quizAttempts).values({ ...open, questionCount: 0, createdAt: now, updatedAt: now })
  const { lessons: shown } = await look(serialOf(await ask()))
  expect(shown[0]).toMatchObject({ score: 0, gradedAt: before(3).toISOString() })
})

test('asked for ten times at once, there is one certificate and one audit row', async () => {
  await grade('one', before(2))
  await grade('two', before(1))
  const outcomes = await Promise.all(Array.from({ length: 10 }, async () => await ask()))
  expect(new Set(outcomes.map(serialOf)).size).toBe(1)
  expect(outcomes.filter((one) => one.status === 'issued' && one.isNew)).toHaveLength(1)
  const isThis = and(eq(auditLog.action, 'certificate.issued'), eq(auditLog.subjectUserId, fixture.learner))
  expect(await fixture.db.select().from(auditLog).where(isThis)).toHaveLength(1)
})

test('a lesson that is published later does not undo a certificate; the next edition has one of its own', async () => {
  const serial = await finish()
  await fixture.db
    .update(lessons)
    .set({ published: true })
    .where(eq(lessons.id, lessonAt('draft').id))
  expect(await ask()).toMatchObject({ serial, isNew: false })
  await fixture.db.update(courses).set({ edition: 2 }).where(eq(courses.id, fixture.course.id))
  expect(await ask()).toMatchObject({ status: 'incomplete' })
  await grade('draft', before(0))
  expect(serialOf(await ask())).not.toBe(serial)
})

test('a course without lessons, an archived and an unknown course give none', async () => {
  await fixture.db.delete(courseLessons).where(eq(courseLessons.courseId, fixture.course.id))
  expect(await ask()).toEqual({ status: 'no_lessons' })
  await fixture.db.update(courses).set({ archivedAt: now }).where(eq(courses.id, fixture.course.id))
  expect(await codeOf(ask())).toBe('not_found')
  expect(await codeOf(ask(fixture.learner, 'crs_none'))).toBe('not_found')
})

test('a serial is found as it is typed', async () => {
  const serial = await finish()
  const typed = serial.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  expect((await look(typed)).serial).toBe(serial)
  expect(readSerial('il0o-abcd')).toBe('1100-ABCD')
  expect(await codeOf(look('AAAA-AAAA-AAAA-AAAA'))).toBe('not_found')
})

test('the credential that is kept verifies, with the key of then, also after new keys were made', async () => {
  const first = await getSigned(fixture.db, await finish())
  const { secret } = fixture.deps
  const rotated = await rotateSigningKeys(fixture.db, { secret, now, reason: 'once a year' })
  await fixture.db.update(courses).set({ edition: 2 }).where(eq(courses.id, fixture.course.id))
  const second = await getSigned(fixture.db, serialOf(await ask()))
  const keys = await listPublicKeys(fixture.db)
  for (const { credential, credentialJwt: jwt } of [first, second])
    expect((await checkCredential({ credential, jwt }, { keys, now })).problems).toEqual([])
  const methods = [first, second].map(
    ({ credential }) => (credential.proof as { verificationMethod: string }).verificationMethod,
  )
  expect(new Set(methods).size).toBe(2)
  expect(methods[1]).toContain(rotated.Ed25519.id)
  expect(keys).toHaveLength(4)
})

test('the database alone holds no private key', async () => {
  await finish()
  for (const row of await fixture.db.select().from(signingKeys)) {
    expect(row.publicJwk).not.toHaveProperty('d')
    expect(Buffer.from(row.sealedPrivateJwk, 'base64url').toString('latin1')).not.toContain('"d"')
  }
  const other = { ...fixture.deps, secret: 'another secret of thirty-two letters' }
  await fixture.db.update(courses).set({ edition: 2 }).where(eq(courses.id, fixture.course.id))
  await expect(
    issueCertificate(other, { userId: fixture.learner, courseId: fixture.course.id }),
  ).rejects.toThrow()
})

test('the position in the status list is in the first list and nobody else has it', async () => {
  const serial = await finish()
  const rows = await fixture.db.select().from(certificates)
  expect(new Set(rows.map(({ statusIndex }) => statusIndex)).size).toBe(rows.length)
  expect(rows.find((row) => row.serial === serial)?.statusIndex).toBeLessThan(statusListLength)
})

test('I8 names a certificate with a lesson that was not graded when it was issued', async () => {
  const serial = await finish()
  const [attempt] = await fixture.db
    .select()
    .from(quizAttempts)
    .where(eq(quizAttempts.userId, fixture.learner))
  const later = new Date(now.getTime() + 1000)
  const set = async (gradedAt: Date) =>
    await fixture.db
      .update(quizAttempts)
      .set({ gradedAt })
      .where(eq(quizAttempts.id, attempt?.id ?? ''))
  await set(later)
  expect(await listUnfoundedCertificates(fixture.db)).toEqual([{ serial, detail: attempt?.lessonId }])
  await set(before(2))
  expect(await listUnfoundedCertificates(fixture.db)).toEqual([])
})
