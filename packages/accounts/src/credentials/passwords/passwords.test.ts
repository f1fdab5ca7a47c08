import { fakeClock } from '@freeor/testing/clock'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { resolveActor } from '../../sessions/queries.ts'
import { auditLog, users, verifications } from '../../tables.ts'
import { accountsSystem, type Fixture, openFixture, password } from '../../testing.ts'

let fixture: Fixture
const currentFixture = openFixture()
beforeEach(() => {
  fixture = currentFixture()
})

describe('passwords', () => {
  test('a reset works once, ends every session and proves the address', async () => {
    const { cookie, userId } = await fixture.signedIn()
    const token = await fixture.readResetToken()
    const reset = () =>
      fixture.system.call('/reset-password', { body: { token, newPassword: 'a fresh password' } })
    const answers = [await reset(), await reset()]
    expect(answers.map(({ status }) => status)).toEqual([200, 410])
    expect(await resolveActor(fixture.system.auth, new Headers({ cookie }))).toEqual({ kind: 'anonymous' })
    expect((await fixture.signIn()).status).toBe(401)
    expect((await fixture.signIn({ password: 'a fresh password' })).status).toBe(200)
    expect(await fixture.database.db.select().from(users).where(eq(users.id, userId))).toMatchObject([
      { emailVerified: true },
    ])
  })

  test('checking whether a reset link still works does not spend it, until it is used or replaced', async () => {
    await fixture.signUp()
    const check = async (token: string) =>
      (await fixture.system.call('/check-reset-link', { body: { token } })).status
    const token = await fixture.readResetToken()
    expect([await check(token), await check(token), await check(`${token}x`)]).toEqual([200, 200, 410])
    const newer = await fixture.readResetToken()
    expect([await check(token), await check(newer)]).toEqual([410, 200])
    await fixture.system.call('/reset-password', {
      body: { token: newer, newPassword: 'a fresh password' },
    })
    expect(await check(newer)).toBe(410)
  })

  test('the mail leads on to where the person was going, in the address of the link alone', async () => {
    await fixture.signUp()
    const next = '/course/1?a=b&token=mine#end'
    const { searchParams } = await fixture.readResetLink(next)
    expect([...searchParams.keys()]).toEqual(['token', 'next'])
    expect(searchParams.get('next')).toBe(next)
    expect(searchParams.get('token')).toMatch(/^[\w-]{43}$/)
  })

  test('of four resets with one token at the same time, one works', async () => {
    await fixture.signUp()
    const token = await fixture.readResetToken()
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        fixture.system.call('/reset-password', { body: { token, newPassword: `fresh password ${n}` } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a new reset link revokes the one before it', async () => {
    await fixture.signUp()
    const first = await fixture.readResetToken()
    const second = await fixture.readResetToken()
    const reset = (token: string) =>
      fixture.system.call('/reset-password', { body: { token, newPassword: 'a fresh password' } })
    expect((await reset(first)).status).toBe(410)
    expect((await reset(second)).status).toBe(200)
  })

  test('a reset link expires after an hour', async () => {
    const clock = fakeClock('2026-04-01T00:00:00Z')
    fixture.system = accountsSystem(fixture.database.db, { clock })
    await fixture.signUp()
    const token = await fixture.readResetToken()
    clock.advance(60 * 60_000)
    const body = { token, newPassword: 'a fresh password' }
    expect((await fixture.system.call('/reset-password', { body })).status).toBe(410)
  })

  test('a reset link is not in the database', async () => {
    await fixture.signUp()
    const token = await fixture.readResetToken()
    expect(JSON.stringify(await fixture.database.db.select().from(verifications))).not.toContain(token)
  })

  test('a weak new password does not cost the link', async () => {
    await fixture.signUp()
    const token = await fixture.readResetToken()
    const reset = (newPassword: string) =>
      fixture.system.call('/reset-password', { body: { token, newPassword } })
    expect((await reset('password1')).status).toBe(422)
    expect((await reset('a fresh password')).status).toBe(200)
  })

  test('a reset answers unknown addresses like known ones, and mails one address three times in 15 minutes', async () => {
    await fixture.signUp()
    const ask = (to: string) => fixture.system.call('/request-password-reset', { body: { email: to } })
    const known = await ask(fixture.email)
    expect(await ask(`nobody${fixture.number}@example.com`)).toEqual(known)
    for (let n = 0; n < 4; n += 1) expect(await ask(fixture.email)).toEqual(known)
    expect(fixture.system.mails).toHaveLength(3)
  })

  test('a reset is mailed twelve times a day at most, and strangers cannot use that up for a known browser', async () => {
    const clock = fakeClock('2026-05-01T00:00:00Z')
    fixture.system = accountsSystem(fixture.database.db, { clock })
    await fixture.signUp()
    const { cookie } = await fixture.signIn()
    const ask = (cookies = '') =>
      fixture.system.call('/request-password-reset', { body: { email: fixture.email }, cookie: cookies })
    for (let n = 0; n < 20; n += 1) {
      await ask()
      clock.advance(16 * 60_000)
    }
    expect(fixture.system.mails).toHaveLength(12)
    await ask(cookie)
    expect(fixture.system.mails).toHaveLength(13)
    clock.advance(24 * 3_600_000)
    await ask()
    expect(fixture.system.mails).toHaveLength(14)
  })

  test('the link in the mail leads to the site that got the request', async () => {
    await fixture.signUp()
    const mailFrom = async (site: string) => {
      await fixture.system.call('/request-password-reset', { body: { email: fixture.email }, site })
      const mail = fixture.system.mails.at(-1)
      return mail?.template === 'reset-password' ? new URL(mail.props.url).origin : undefined
    }
    for (const site of ['http://localhost:3000', 'http://localhost:3001'])
      expect(await mailFrom(site)).toBe(site)
  })

  test('changing the password needs the current one and ends all other sessions', async () => {
    const { cookie } = await fixture.signedIn()
    const elsewhere = (await fixture.signIn()).cookie
    const change = (currentPassword: string) =>
      fixture.system.call('/change-password', {
        cookie,
        body: { currentPassword, newPassword: 'a fresh password' },
      })
    expect(await change('not this one')).toMatchObject({ status: 422, code: 'invalid_request' })
    const changed = await change(password)
    expect(changed.status).toBe(200)
    expect(await resolveActor(fixture.system.auth, new Headers({ cookie: elsewhere }))).toEqual({
      kind: 'anonymous',
    })
    expect(await resolveActor(fixture.system.auth, new Headers({ cookie: changed.cookie }))).toMatchObject({
      email: fixture.email,
    })
    expect((await fixture.signIn({ password: 'a fresh password' })).status).toBe(200)
  })

  test('sign-ups, sign-ins, resets and changes are in the audit log', async () => {
    const { cookie, userId } = await fixture.signedIn()
    const body = { currentPassword: password, newPassword: 'a fresh password' }
    await fixture.system.call('/change-password', { cookie, body })
    const token = await fixture.readResetToken()
    await fixture.system.call('/reset-password', { body: { token, newPassword: password } })
    const rows = await fixture.database.db.select().from(auditLog).where(eq(auditLog.subjectUserId, userId))
    expect(rows.map(({ action }) => action)).toEqual([
      'account.created',
      'session.started',
      'password.changed',
      'password.reset',
    ])
  })
})
