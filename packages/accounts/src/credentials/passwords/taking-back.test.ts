import type { UserActor } from '@freeor/kernel/actor'
import { Limiter } from '@freeor/kernel/limiter'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { banUser, unbanUser } from '../../admin/commands.ts'
import { createApiKey } from '../../api-keys/commands.ts'
import { findKeyCaller } from '../../api-keys/queries.ts'
import { atWork } from '../../companies/testing.ts'
import { issueShortLivedToken } from '../../sessions/commands.ts'
import { resolveActor } from '../../sessions/queries.ts'
import { sessions, users } from '../../tables.ts'
import { type Fixture, openFixture, password } from '../../testing.ts'
import { beginTwoFactor, confirmTwoFactor } from '../../two-factor/commands.ts'
import { hasTwoFactor } from '../../two-factor/queries.ts'
import { twoFactors } from '../../two-factor/tables.ts'

/** An owner who recovers an account gets it back completely: nothing that acted for the person before goes on. */

let fixture: Fixture
const currentFixture = openFixture()
beforeEach(() => {
  fixture = currentFixture()
})

const fresh = 'a fresh password'
const caller = { address: '192.0.2.1', origin: 'http://localhost:3000' }

async function actorOf(headers: Record<string, string>): Promise<UserActor> {
  const actor = await resolveActor(fixture.system.auth, new Headers(headers))
  if (actor.kind !== 'user') throw new Error('Nobody')
  return actor
}

async function signedIn({ isProven = true } = {}) {
  const { cookie, userId } = await fixture.signedIn()
  if (isProven) await fixture.prove(userId)
  return { cookie, userId, actor: await actorOf({ cookie }) }
}

const newKey = async (actor: UserActor) =>
  await createApiKey(fixture.system.auth, await atWork(fixture.system, actor), {
    name: 'Nightly',
    scopes: ['search'],
  })
const works = async (key: string) => (await findKeyCaller(fixture.system.auth, key)) !== undefined

async function turnOn(actor: UserActor): Promise<{ backupCodes: string[] }> {
  const { auth } = fixture.system
  const { secret } = await beginTwoFactor(auth, actor)
  return await confirmTwoFactor(
    auth,
    actor,
    new TOTP({ secret: Secret.fromBase32(secret) }).generate(),
    caller,
  )
}

/** Half a log-in: the password was right and the code is still missing. */
async function halfLogIn(): Promise<string> {
  const { ticket } = await fixture.signIn()
  return ticket
}

async function reset() {
  const token = await fixture.readResetToken()
  return await fixture.system.call('/reset-password', { body: { token, newPassword: fresh } })
}

const change = (cookie: string, more: Record<string, unknown> = {}) =>
  fixture.system.call('/change-password', {
    cookie,
    body: { currentPassword: password, newPassword: fresh, ...more },
  })

describe('a password reset', () => {
  test('ends API keys, short-lived tokens and half-done log-ins; a proven user keeps the second factor', async () => {
    const { actor, userId } = await signedIn()
    const { key } = await newKey(actor)
    const { token } = await issueShortLivedToken(fixture.system.auth, actor, {
      uid: userId,
      email: actor.email,
    })
    const { backupCodes } = await turnOn(actor)
    const ticket = await halfLogIn()
    expect(await works(key)).toBe(true)
    expect((await reset()).status).toBe(200)
    expect(await works(key)).toBe(false)
    const bearer = new Headers({ authorization: `Bearer ${token}` })
    expect(await resolveActor(fixture.system.auth, bearer)).toEqual({ kind: 'anonymous' })
    const second = await fixture.system.call('/two-factor', { body: { ticket, code: backupCodes[0] } })
    expect(second.code).toBe('gone')
    expect(await hasTwoFactor(fixture.database.db, userId)).toBe(true)
  })

  test('removes everything a stranger left in an account whose address was never proven', async () => {
    const { actor, userId, cookie } = await signedIn()
    const { key } = await newKey(actor)
    await turnOn(actor)
    // As an account could be before a proven address was required: the stranger who signed up first had both.
    const stranger = { emailVerified: false, phone: '+15552223333', phoneVerifiedAt: new Date() }
    await fixture.database.db.update(users).set(stranger).where(eq(users.id, userId))
    await reset()
    expect(await works(key)).toBe(false)
    expect(await fixture.database.db.$count(twoFactors, eq(twoFactors.userId, userId))).toBe(0)
    expect(await resolveActor(fixture.system.auth, new Headers({ cookie }))).toEqual({ kind: 'anonymous' })
    const [person] = await fixture.database.db.select().from(users).where(eq(users.id, userId))
    expect(person).toMatchObject({ emailVerified: true, phone: null, phoneVerifiedAt: null })
    expect((await fixture.signIn({ password: fresh })).status).toBe(200)
  })

  test('ends a super admin’s impersonation', async () => {
    const { userId } = await signedIn()
    const subject = await fixture.signIn({})
    const other = { ...(await actorOf({ cookie: subject.cookie })) }
    fixture.email = `subject.${fixture.email}`
    const them = await signedIn()
    await fixture.database.db
      .update(sessions)
      .set({ impersonatedBy: userId, userId: them.userId })
      .where(eq(sessions.id, other.sessionId))
    fixture.email = fixture.email.replace('subject.', '')
    await reset()
    expect(await fixture.database.db.$count(sessions, eq(sessions.impersonatedBy, userId))).toBe(0)
    expect(await actorOf({ cookie: them.cookie })).toMatchObject({ userId: them.userId })
  })

  test('also ends a log-in with the old password that was waiting for its hash', async () => {
    const { userId } = await signedIn()
    const token = await fixture.readResetToken()
    let go = () => {}
    const wait = new Promise<void>((resolve) => {
      go = resolve
    })
    const within = vi.spyOn(Limiter.prototype, 'run').mockImplementationOnce(async (_, work) => {
      const right = await work()
      await wait
      return right
    })
    const late = fixture.signIn()
    await expect.poll(() => within.mock.calls.length).toBe(1)
    await fixture.system.call('/reset-password', { body: { token, newPassword: fresh } })
    go()
    expect((await late).status).toBe(401)
    expect(await fixture.database.db.$count(sessions, eq(sessions.userId, userId))).toBe(0)
    within.mockRestore()
  })
})

describe('a change of the password', () => {
  test('leaves API keys as they are unless the user chooses to end them', async () => {
    const { actor, cookie } = await signedIn()
    const { key } = await newKey(actor)
    const changed = await change(cookie)
    expect(changed.status).toBe(200)
    expect(await works(key)).toBe(true)
    const body = { currentPassword: fresh, newPassword: password, endApiKeys: true }
    await fixture.system.call('/change-password', { cookie: changed.cookie, body })
    expect(await works(key)).toBe(false)
    expect(fixture.system.mails.at(-1)).toMatchObject({
      template: 'notice',
      props: { paragraphs: [expect.stringContaining('every API key ended'), expect.any(String)] },
    })
  })

  test('ends nobody else’s keys, and nothing at all with a wrong password', async () => {
    const mine = await signedIn()
    const { key } = await newKey(mine.actor)
    fixture.email = `other.${fixture.email}`
    const other = await signedIn()
    const theirs = await newKey(other.actor)
    expect((await change(mine.cookie, { currentPassword: 'wrong one', endApiKeys: true })).status).toBe(422)
    expect([await works(key), await works(theirs.key)]).toEqual([true, true])
    await change(mine.cookie, { endApiKeys: true })
    expect([await works(key), await works(theirs.key)]).toEqual([false, true])
    expect(await actorOf({ cookie: other.cookie })).toMatchObject({ userId: other.userId })
  })

  test('ends short-lived tokens and half-done log-ins, and begins a new session', async () => {
    const { actor, userId, cookie } = await signedIn()
    const { token } = await issueShortLivedToken(fixture.system.auth, actor, {
      uid: userId,
      email: actor.email,
    })
    const { backupCodes } = await turnOn(actor)
    const ticket = await halfLogIn()
    const changed = await change(cookie)
    const bearer = new Headers({ authorization: `Bearer ${token}` })
    expect(await resolveActor(fixture.system.auth, bearer)).toEqual({ kind: 'anonymous' })
    const second = await fixture.system.call('/two-factor', { body: { ticket, code: backupCodes[0] } })
    expect(second.code).toBe('gone')
    expect(changed.setCookies).toEqual([
      expect.stringMatching(/session_token=.*; Max-Age=2592000; Path=\/; HttpOnly/),
    ])
    const bodyToken = (changed.body as { token: string }).token
    for (const headers of [{ cookie: changed.cookie }, { authorization: `Bearer ${bodyToken}` }])
      expect(await actorOf(headers)).toMatchObject({ userId })
    expect(await fixture.database.db.$count(sessions, eq(sessions.userId, userId))).toBe(1)
  })

  test('keeps a session that ends when the browser closes as one that does', async () => {
    await fixture.signUp()
    const { cookie } = await fixture.signIn({ rememberMe: false })
    const [session] = (await change(cookie)).setCookies
    expect(session).not.toContain('Max-Age')
  })
})

describe('for an address that is not proven', () => {
  test('there is no API key, even with a proven telephone number', async () => {
    const { actor, userId } = await signedIn({ isProven: false })
    await expect(newKey(actor)).rejects.toMatchObject({
      code: 'verification_required',
      details: { emailVerified: false },
    })
    await fixture.database.db
      .update(users)
      .set({ phone: '+15552223333', phoneVerifiedAt: new Date() })
      .where(eq(users.id, userId))
    await expect(newKey(actor), 'a telephone is no address').rejects.toMatchObject({ status: 403 })
    await fixture.prove(userId)
    await newKey(actor)
  })

  test('there is no second factor: it can be neither begun nor confirmed', async () => {
    const { actor, userId } = await signedIn({ isProven: false })
    const { auth } = fixture.system
    await expect(beginTwoFactor(auth, actor)).rejects.toMatchObject({ code: 'verification_required' })
    await fixture.prove(userId)
    await beginTwoFactor(auth, actor)
    await fixture.database.db.update(users).set({ emailVerified: false }).where(eq(users.id, userId))
    await expect(confirmTwoFactor(auth, actor, '123456', caller)).rejects.toMatchObject({
      code: 'verification_required',
    })
    expect(await hasTwoFactor(fixture.database.db, userId)).toBe(false)
  })
})

test('a request whose session ends while it is on its way makes no key and no second factor', async () => {
  const { actor } = await signedIn()
  const acting = await atWork(fixture.system, actor)
  await reset()
  const key = createApiKey(fixture.system.auth, acting, { name: 'Late', scopes: ['search'] })
  await expect(key).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(beginTwoFactor(fixture.system.auth, actor)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a ban ends keys for good: lifting it restores none', async () => {
  const { actor, userId } = await signedIn()
  const { key } = await newKey(actor)
  const { auth } = fixture.system
  const action = { superAdminUserId: undefined, userId, reason: 'spam', now: auth.clock.now() }
  await banUser(auth.db, action)
  await unbanUser(auth.db, action)
  expect(await works(key)).toBe(false)
  expect((await fixture.signIn()).status).toBe(200)
})
