import { impersonatedWrites } from '@freeor/accounts/impersonation/tables'
import { auditLog, sessions, users } from '@freeor/accounts/tables'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInvariants } from '../../doctor.ts'
import { freshen } from '../../testing/account-things.ts'
import { auditOfRequest, cookiesOf, impersonate } from '../../testing/impersonation.ts'
import { addPeople, addPerson, type People, type Person, signIn } from '../../testing/people.ts'
import { openTestSystem, type TestSystem } from '../../testing/test-system.ts'

const path = '/api/admin/impersonation'
let system: TestSystem
let people: People

beforeAll(async () => {
  system = await openTestSystem()
  people = await addPeople(system.deps, system.call)
})

afterAll(async () => {
  const report = await checkInvariants(system.deps)
  await system.close()
  expect(report.invariants.filter(({ ok }) => !ok)).toEqual([])
})

const me = async (as: Person, via: 'cookie' | 'bearer' = 'cookie') =>
  (await system.call('GET', '/api/me', { as, via })).body

async function start(as: Person, userId: string, reason = 'asked for help') {
  await freshen(system, as)
  return await system.call('POST', path, { as, body: { userId, reason } })
}

const sessionOf = (person: Person) => eq(sessions.token, person.token.split('.')[0] ?? '')

describe('acting as somebody', () => {
  test('makes the super admin that person for an hour, and says who, why and until when', async () => {
    const as = await impersonate(system, people.superAdmin, people.owner)
    for (const via of ['cookie', 'bearer'] as const) {
      const { user, impersonatedBy } = await me(as, via)
      expect(user).toMatchObject({ id: people.owner.userId, superAdmin: false })
      const { userId, email } = people.superAdmin
      expect(impersonatedBy).toMatchObject({ userId, email, reason: 'asked for help' })
      const { startedAt = '', endsAt = '' } = impersonatedBy ?? {}
      expect(Date.parse(endsAt) - Date.parse(startedAt)).toBe(3_600_000)
    }
  })

  test('gives the super admin their own session back and ends the other one', async () => {
    const as = await impersonate(system, people.superAdmin, people.owner)
    const answer = await system.call('DELETE', path, { as })
    expect(answer.body).toEqual({ isRestored: true })
    const { user, impersonatedBy } = await me({ ...as, cookie: cookiesOf(answer.headers) })
    expect(user).toMatchObject({ id: people.superAdmin.userId, superAdmin: true })
    expect(impersonatedBy).toBeNull()
    expect((await me(as, 'bearer')).user).toBeNull()
  })

  test('gives it back also after the hour has ended it', async () => {
    const as = await impersonate(system, people.superAdmin, people.owner)
    await system.deps.db
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(sessionOf(as))
    expect((await me(as)).user).toBeNull()
    const answer = await system.call('DELETE', path, { as })
    expect((await me({ ...as, cookie: cookiesOf(answer.headers) })).user?.superAdmin).toBe(true)
  })

  test('ends with the super admin’s own session', async () => {
    const as = await impersonate(system, people.superAdmin, people.owner)
    const [running] = await system.deps.db.select().from(sessions).where(sessionOf(as))
    await system.deps.db.delete(sessions).where(eq(sessions.id, running?.parentSessionId ?? ''))
    expect((await me(as)).user).toBeNull()
  })

  test('ends when it is started again from the same session', async () => {
    const admin = { ...people.superAdmin, ...(await signIn(system.call, people.superAdmin)) }
    const first = await start(admin, people.owner.userId)
    await start(admin, people.stranger.userId)
    expect((await me({ ...admin, token: first.body.token }, 'bearer')).user).toBeNull()
  })

  test('and logging out ends both', async () => {
    const as = await impersonate(system, people.superAdmin, people.owner)
    const answer = await system.call('POST', '/api/auth/sign-out', { as, body: {} })
    expect(answer.status, answer.text).toBe(200)
    expect((await me(as)).user).toBeNull()
    expect((await system.call('DELETE', path, { as })).status).toBe(409)
  })
})

describe('who may not', () => {
  test('nobody acts as somebody else while acting as somebody else', async () => {
    const as = await impersonate(system, people.superAdmin, people.owner)
    expect((await start(as, people.stranger.userId)).status).toBe(403)
  })

  test('nobody acts as a super admin, as a banned user, or as a user who does not exist', async () => {
    const other = await addPerson(system.deps, system.call, { name: 'second-super', superAdmin: true })
    expect((await start(people.superAdmin, other.userId)).status).toBe(403)
    expect((await start(people.superAdmin, 'usr_nobody')).status).toBe(404)
    const closed = await addPerson(system.deps, system.call, { name: 'closed' })
    await system.deps.db.update(users).set({ banned: true }).where(eq(users.id, closed.userId))
    expect((await start(people.superAdmin, closed.userId)).status).toBe(409)
  })

  test('a session alone is not enough: the super admin gives their own password again first', async () => {
    const as = await addPerson(system.deps, system.call, { name: 'third-super', superAdmin: true })
    const body = { userId: people.owner.userId, reason: 'asked for help' }
    const begin = async () => await system.call('POST', path, { as, body })
    const again = async (password: string) =>
      (await system.call('POST', '/api/account/reauthenticate', { as, body: { password } })).status
    const refused = await begin()
    expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required'])
    expect(await again('not my password')).toBe(422)
    expect((await begin()).status).toBe(403)
    expect(await again(as.password)).toBe(200)
    expect((await begin()).status).toBe(201)
  })

  test('nobody acts as somebody without a reason', async () => {
    expect((await start(people.superAdmin, people.owner.userId, '  ')).status).toBe(422)
  })

  test('a token of the impersonated session does not restore the super admin’s session', async () => {
    const as = await impersonate(system, people.superAdmin, people.owner)
    const answer = await system.call('DELETE', path, { as, via: 'bearer' })
    expect(answer.body).toEqual({ isRestored: false })
    expect(cookiesOf(answer.headers)).toBe('')
  })

  test.each([
    ['a forged token', () => 'token.signature'],
    ['a token of somebody who is no super admin', () => people.stranger.token],
  ])('%s as the kept session gives nothing back', async (_, token) => {
    const cookie = `freeor.super_admin_session=${encodeURIComponent(token())}`
    const answer = await system.call('DELETE', path, { headers: { cookie, origin: 'http://localhost:3000' } })
    expect(answer.status).toBe(409)
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test.each([
    ['POST', '/change-password', { currentPassword: 'x', newPassword: 'a horse of another colour' }],
    ['POST', '/request-password-reset', { email: 'owner@people.example' }],
    ['POST', '/sign-in/email', { email: 'owner@people.example', password: 'x' }],
    ['POST', '/sign-up/email', { email: 'somebody@people.example', password: 'a horse of another colour' }],
    ['POST', '/two-factor', { ticket: 'x', code: '000000' }],
    ['POST', '/reset-password', { token: 'x', newPassword: 'a horse of another colour' }],
  ])('%s %s is refused while acting as somebody else', async (method, route, body) => {
    const as = await impersonate(system, people.superAdmin, people.owner)
    const answer = await system.call(method, `/api/auth${route}`, { as, body })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ impersonating: true })
  })
})

describe('the audit trail', () => {
  const rename = async (as: Person) =>
    await system.call('PATCH', '/api/company', { as, body: { name: `Acme ${Math.random()}` } })

  test('names the super admin and the person for a write, in the rows of the request and of the command', async () => {
    const as = await impersonate(system, people.superAdmin, people.owner)
    const answer = await rename(as)
    expect(answer.status, answer.text).toBe(200)
    const requestId = answer.headers.get('x-request-id') ?? ''
    const both = { actorUserId: people.superAdmin.userId, subjectUserId: people.owner.userId }
    expect(await auditOfRequest(system, requestId)).toMatchObject([
      { ...both, details: { operation: 'changeCompany' } },
    ])
    const told = await system.deps.db.select().from(auditLog).where(eq(auditLog.action, 'company.changed'))
    expect(told).toMatchObject([{ ...both, details: { requestId } }])
    const writes = await system.deps.db
      .select()
      .from(impersonatedWrites)
      .where(eq(impersonatedWrites.requestId, requestId))
    expect(writes).toMatchObject([{ operation: 'changeCompany', status: 200 }])
  })

  test('the doctor names a write whose row is gone, and one whose row names another actor', async () => {
    const as = await impersonate(system, people.superAdmin, people.owner)
    const { db } = system.deps
    const isIt = and(eq(auditLog.action, 'impersonation.wrote'))
    for (const damage of [
      async (id: string) => await db.delete(auditLog).where(and(isIt, eq(auditLog.objectId, id))),
      async (id: string) =>
        await db
          .update(auditLog)
          .set({ actorUserId: people.owner.userId })
          .where(and(isIt, eq(auditLog.objectId, id))),
    ]) {
      const requestId = (await rename(as)).headers.get('x-request-id') ?? ''
      const before = await auditOfRequest(system, requestId)
      await damage(requestId)
      const report = await checkInvariants(system.deps)
      expect(report.invariants.find(({ id }) => id === 'I10')).toMatchObject({ ok: false })
      await db.delete(auditLog).where(and(isIt, eq(auditLog.objectId, requestId)))
      for (const { sequence: _, ...row } of before) await db.insert(auditLog).values(row)
    }
  })

  test('has a row for the start and one for the end', async () => {
    const as = await impersonate(system, people.superAdmin, people.member)
    await system.call('DELETE', path, { as })
    const rows = await system.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectUserId, people.member.userId))
    const actions = rows.map(({ action }) => action).filter((action) => action.startsWith('impersonation.'))
    expect(actions).toEqual(['impersonation.started', 'impersonation.ended'])
  })
})
