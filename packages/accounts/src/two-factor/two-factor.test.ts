import { fakeClock } from '@freeor/testing/clock'
import { and, eq, isNotNull } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { createAccount } from '../commands.ts'
import { issueShortLivedToken, reauthenticate, requireReauthenticated } from '../sessions/commands.ts'
import { listDevices, resolveActor } from '../sessions/queries.ts'
import { auditLog, sessions, users } from '../tables.ts'
import { accountsSystem, type Fixture, openFixture, password } from '../testing.ts'
import {
  beginTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  renewBackupCodes,
  requireSecondFactor,
  resetTwoFactor,
} from './commands.ts'
import { readTwoFactor } from './queries.ts'
import { twoFactors } from './tables.ts'

let fixture: Fixture
const currentFixture = openFixture()
const caller = { address: '192.0.2.1' }
/** Time steps of the app follow the clock; each test uses codes of its own. */
let clock: ReturnType<typeof fakeClock>

beforeEach(() => {
  fixture = currentFixture()
  clock = fakeClock(new Date().toISOString())
  fixture.system = accountsSystem(fixture.database.db, { clock })
})

async function signedIn() {
  const { cookie, userId } = await fixture.signedIn()
  await fixture.prove(userId)
  return { cookie, actor: await actorOf(cookie) }
}

async function actorOf(cookie: string) {
  const actor = await resolveActor(fixture.system.auth, new Headers({ cookie }))
  if (actor.kind !== 'user') throw new Error('Nobody')
  return actor
}

const codeOf = (secret: string, at = clock.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })

async function withTwoFactor() {
  const { actor, cookie } = await signedIn()
  const { secret } = await beginTwoFactor(fixture.system.auth, actor)
  const { backupCodes } = await confirmTwoFactor(fixture.system.auth, actor, codeOf(secret), caller)
  clock.advance(60_000)
  return { actor, cookie, secret, backupCodes }
}

async function firstStep(): Promise<string> {
  const { code, ticket } = await fixture.signIn()
  expect(code).toBe('two_factor_required')
  return ticket
}
const secondStep = (ticket: string, code: string) =>
  fixture.system.call('/two-factor', { body: { ticket, code } })

describe('two-factor', () => {
  test('is on once the app has proved that it has the secret, which is stored encrypted', async () => {
    const { actor } = await signedIn()
    const { secret, otpauthUrl, qrSvg } = await beginTwoFactor(fixture.system.auth, actor)
    expect(otpauthUrl).toMatch(/^otpauth:\/\/totp\/Freeor:/)
    expect(qrSvg).toMatch(/^<svg/)
    expect((await fixture.signIn()).status).toBe(200)
    await expect(confirmTwoFactor(fixture.system.auth, actor, 'abc', caller)).rejects.toMatchObject({
      code: 'invalid_request',
    })
    const { backupCodes } = await confirmTwoFactor(fixture.system.auth, actor, codeOf(secret), caller)
    expect(new Set(backupCodes).size).toBe(10)
    const [row] = await fixture.database.db
      .select()
      .from(twoFactors)
      .where(eq(twoFactors.userId, actor.userId))
    expect(row?.secret).not.toContain(secret)
    expect(await readTwoFactor(fixture.database.db, actor.userId)).toEqual({
      enabled: true,
      backupCodesLeft: 10,
    })
    await expect(beginTwoFactor(fixture.system.auth, actor)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('requires the code after a right password, and gives no session before it', async () => {
    const { secret, actor } = await withTwoFactor()
    const count = () => fixture.database.db.$count(sessions, eq(sessions.userId, actor.userId))
    const before = await count()
    expect((await fixture.signIn({ password: 'a wrong password' })).code).toBe('unauthenticated')
    const ticket = await firstStep()
    expect(await count()).toBe(before)
    expect((await secondStep(ticket, '000000')).code).toBe('invalid_request')
    const answer = await secondStep(ticket, codeOf(secret))
    expect(answer.status).toBe(200)
    expect(await actorOf(answer.cookie)).toMatchObject({ userId: actor.userId })
    expect((await fixture.system.call('/sign-out', { cookie: answer.cookie })).status).toBe(200)
    expect(await resolveActor(fixture.system.auth, new Headers({ cookie: answer.cookie }))).toEqual({
      kind: 'anonymous',
    })
  })

  test('accepts a code of the app once, also of twenty in parallel, and none of an earlier step', async () => {
    const { secret } = await withTwoFactor()
    const tickets = await Promise.all(Array.from({ length: 4 }, firstStep))
    const code = codeOf(secret)
    const answers = await Promise.all(tickets.map((ticket) => secondStep(ticket, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const earlier = codeOf(secret, new Date(clock.now().getTime() - 30_000))
    expect((await secondStep(await firstStep(), earlier)).status).toBe(422)
  })

  test('accepts a ticket once, for ten minutes', async () => {
    const { backupCodes } = await withTwoFactor()
    const [first = '', second = '', third = ''] = backupCodes
    const ticket = await firstStep()
    expect((await secondStep(ticket, first)).status).toBe(200)
    expect((await secondStep(ticket, second)).code).toBe('gone')
    const late = await firstStep()
    clock.advance(600_001)
    expect((await secondStep(late, third)).code).toBe('gone')
  })

  test('accepts a backup code once, and new codes end the old ones', async () => {
    const { backupCodes, actor } = await withTwoFactor()
    const [first = '', second = ''] = backupCodes
    expect((await secondStep(await firstStep(), first.toUpperCase())).status).toBe(200)
    expect((await secondStep(await firstStep(), first)).status).toBe(422)
    await renewBackupCodes(fixture.system.auth, actor, caller)
    expect((await secondStep(await firstStep(), second)).status).toBe(422)
  })

  test('can be guessed five times in a quarter of an hour, however many tickets there are', async () => {
    const { secret } = await withTwoFactor()
    const ticket = await firstStep()
    const guesses = await Promise.all(Array.from({ length: 20 }, () => secondStep(ticket, 'aaaaaa')))
    expect(guesses.filter(({ code }) => code === 'invalid_request')).toHaveLength(5)
    expect((await secondStep(await firstStep(), codeOf(secret))).code).toBe('rate_limited')
  })

  test('is not required any more once it is off', async () => {
    const { actor } = await withTwoFactor()
    await disableTwoFactor(fixture.system.auth, actor, caller)
    expect((await fixture.signIn()).status).toBe(200)
  })

  test('is turned off by a super admin for a user who lost app and codes, who is logged out and notified', async () => {
    const { actor } = await withTwoFactor()
    const { auth, mails } = fixture.system
    const action = {
      superAdminUserId: undefined,
      userId: actor.userId,
      reason: 'lost phone',
      now: clock.now(),
    }
    await resetTwoFactor(auth, action)
    expect(await readTwoFactor(fixture.database.db, actor.userId)).toEqual({
      enabled: false,
      backupCodesLeft: 0,
    })
    expect(await fixture.database.db.$count(sessions, eq(sessions.userId, actor.userId))).toBe(0)
    const told = mails.findLast(({ template }) => template === 'notice')
    expect(told).toMatchObject({ to: fixture.email, props: { subject: 'Two-factor log-in is off' } })
    const isTold = eq(auditLog.action, 'two_factor.reset_by_hand')
    const entries = await fixture.database.db.select().from(auditLog).where(isTold)
    expect(entries).toMatchObject([{ subjectUserId: actor.userId, details: { reason: 'lost phone' } }])
    expect((await fixture.signIn()).status).toBe(200)
    await expect(resetTwoFactor(auth, action)).rejects.toMatchObject({ code: 'conflict' })
    expect(await fixture.database.db.$count(sessions, eq(sessions.userId, actor.userId))).toBe(1)
  })

  test('of one user does not work in another user’s row', async () => {
    const { actor } = await withTwoFactor()
    const now = clock.now()
    const other = await createAccount(fixture.database.db, {
      email: `moved${fixture.number}@example.com`,
      name: 'Moved',
      passwordHash: 'none',
      now,
    })
    const [row] = await fixture.database.db
      .select()
      .from(twoFactors)
      .where(eq(twoFactors.userId, actor.userId))
    await fixture.database.db
      .insert(twoFactors)
      .values({ userId: other.userId, secret: row?.secret ?? '', enabledAt: now, createdAt: now })
    await expect(requireSecondFactor(fixture.system.auth, other.userId, '123456')).rejects.toThrow()
  })
})

describe('re-authentication with the password', () => {
  const again = (actor: Awaited<ReturnType<typeof actorOf>>, typed = password, code?: string) =>
    reauthenticate(fixture.system.auth, actor, { password: typed, code }, caller)

  test('counts for ten minutes, in this session alone', async () => {
    const { cookie, actor } = await signedIn()
    const other = await fixture.signIn()
    expect(() => requireReauthenticated(actor, clock.now())).toThrow('enter your password again')
    await again(actor)
    requireReauthenticated(await actorOf(cookie), clock.now())
    const elsewhere = await actorOf(other.cookie)
    expect(() => requireReauthenticated(elsewhere, clock.now())).toThrow()
    clock.advance(600_001)
    const later = await actorOf(cookie)
    expect(() => requireReauthenticated(later, clock.now())).toThrow()
  })

  test('fails with a wrong password, and may be tried ten times', async () => {
    const { actor } = await signedIn()
    for (let n = 0; n < 10; n += 1)
      await expect(again(actor, 'not it')).rejects.toMatchObject({ message: "Uh oh, that didn't work :(" })
    await expect(again(actor)).rejects.toMatchObject({ code: 'rate_limited' })
  })

  test('requires the code too, where two-factor is on', async () => {
    const { actor, secret } = await withTwoFactor()
    await expect(again(actor)).rejects.toMatchObject({ code: 'two_factor_required' })
    await again(actor, password, codeOf(secret))
  })
})

test('a short-lived token is refused first, and uses up neither an attempt nor a backup code', async () => {
  const { actor, backupCodes } = await withTwoFactor()
  const { auth } = fixture.system
  const { token } = await issueShortLivedToken(auth, actor, { uid: actor.userId, email: actor.email })
  const short = await resolveActor(auth, new Headers({ authorization: `Bearer ${token}` }))
  if (short.kind !== 'user') throw new Error('Nobody')
  const code = backupCodes[0]?.replaceAll('-', '') ?? ''
  for (let n = 0; n < 11; n += 1)
    await expect(reauthenticate(auth, short, { password, code }, caller)).rejects.toMatchObject({
      status: 403,
    })
  const isMarked = and(eq(sessions.userId, actor.userId), isNotNull(sessions.reauthenticatedAt))
  expect(await fixture.database.db.$count(sessions, isMarked)).toBe(0)
  await reauthenticate(auth, actor, { password, code }, caller)
})

test('a session is shown with its device, without any text of the header', async () => {
  const { actor } = await signedIn()
  const [mine] = await listDevices(fixture.system.auth, actor)
  expect(mine).toMatchObject({ current: true, device: 'Unknown device' })
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/130.0 <b>'
  await fixture.database.db.update(sessions).set({ userAgent }).where(eq(sessions.id, actor.sessionId))
  expect(await listDevices(fixture.system.auth, actor)).toMatchObject([{ device: 'Firefox on Windows' }])
  expect(await fixture.database.db.$count(users, eq(users.id, actor.userId))).toBe(1)
})
