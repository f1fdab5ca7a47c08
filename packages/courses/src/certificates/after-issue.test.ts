import { auditLog, users } from '@freeor/accounts/tables'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forgetLearner, keepName, reissueCertificate, revokeCertificate } from './commands.ts'
import { statusEntryOf } from './credential/credential.ts'
import { getSigned, listCertificatesOf, listRevoked } from './queries.ts'
import { certificates } from './tables.ts'
import { codeOf, now, openCertificates } from './testing.ts'

const fixture = openCertificates()
const { ask, finish, look } = fixture
const action = (serial: string, reason = 'The name was wrong') => ({
  superAdminUserId: fixture.stranger,
  serial,
  reason,
})

test('a revoked certificate says so with its reason, and asking again gives no other', async () => {
  const serial = await finish()
  await revokeCertificate(fixture.deps, action(serial, 'Issued to the wrong person'))
  expect(await look(serial)).toMatchObject({
    ...{ status: 'revoked', revocationReason: 'Issued to the wrong person', revokedAt: now.toISOString() },
  })
  expect(await ask()).toEqual({ status: 'revoked', serial, reason: 'Issued to the wrong person' })
  const { credential } = await getSigned(fixture.db, serial)
  const { index = -1, url } = statusEntryOf(credential) ?? {}
  expect(await listRevoked(fixture.db, Number(url?.split('/').at(-1)))).toContain(index)
  expect(await codeOf(revokeCertificate(fixture.deps, action(serial)))).toBe('conflict')
  const isThis = and(eq(auditLog.action, 'certificate.revoked'), eq(auditLog.objectId, serial))
  const [row] = await fixture.db.select().from(auditLog).where(isThis)
  expect(row).toMatchObject({
    actorUserId: fixture.stranger,
    details: { reason: 'Issued to the wrong person' },
  })
})

test('a corrected name is a re-issue: the same lessons, the old one revoked and leading to the new one', async () => {
  const serial = await finish()
  await fixture.db.update(users).set({ name: 'Ada Sample' }).where(eq(users.id, fixture.learner))
  const replacement = await reissueCertificate(fixture.deps, action(serial))
  const [old, fresh] = [await look(serial), await look(replacement)]
  expect(old).toMatchObject({ status: 'superseded', learnerName: 'Ada Example', supersededBy: replacement })
  expect(fresh).toMatchObject({ status: 'valid', learnerName: 'Ada Sample', lessons: old.lessons })
  expect(await ask()).toMatchObject({ serial: replacement, isNew: false })
  expect(await codeOf(reissueCertificate(fixture.deps, action(serial)))).toBe('conflict')
})

test('re-issued twice at once, one is the replacement and the other a conflict', async () => {
  const serial = await finish()
  const outcomes = await Promise.all(
    [1, 2, 3].map(async () => await codeOf(reissueCertificate(fixture.deps, action(serial)))),
  )
  expect(outcomes.toSorted()).toEqual(['conflict', 'conflict', 'ok'])
})

test('one that was revoked can be issued anew once, while the learner has no other', async () => {
  const serial = await finish()
  await revokeCertificate(fixture.deps, action(serial))
  const replacement = await reissueCertificate(fixture.deps, action(serial, 'It was right after all'))
  expect(await look(serial)).toMatchObject({ status: 'superseded', supersededBy: replacement })
  expect(await look(replacement)).toMatchObject({ status: 'valid' })
})

test('a deleted learner: the certificate stays without a name, unless they asked to keep it', async () => {
  const serial = await finish()
  expect(await codeOf(keepName(fixture.db, { userId: fixture.stranger, serial, keepsName: true }))).toBe(
    'not_found',
  )
  await forgetLearner(fixture.db, fixture.stranger)
  await keepName(fixture.db, { userId: fixture.learner, serial, keepsName: true })
  await forgetLearner(fixture.db, fixture.learner)
  expect(await look(serial)).toMatchObject({ learnerName: 'Ada Example' })
  await keepName(fixture.db, { userId: fixture.learner, serial, keepsName: false })
  await forgetLearner(fixture.db, fixture.learner)
  expect(await look(serial)).toMatchObject({
    status: 'valid',
    learnerName: null,
    key: null,
    courseName: 'Conscience',
  })
  expect(await codeOf(getSigned(fixture.db, serial))).toBe('gone')
  const [row] = await fixture.db.select().from(certificates).where(eq(certificates.serial, serial))
  expect(JSON.stringify(row)).not.toContain('Ada')
})

test('the export has every certificate of the learner and no other', async () => {
  const serial = await finish()
  expect(await listCertificatesOf(fixture.db, fixture.learner)).toMatchObject([
    { serial, learnerName: 'Ada Example', snapshot: { courseName: 'Conscience' } },
  ])
  expect(await listCertificatesOf(fixture.db, fixture.stranger)).toEqual([])
})
