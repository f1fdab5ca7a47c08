import { fakeClock } from '@freeor/testing/clock'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { createPasswordHasher } from '../adapters/password-hasher.ts'
import { addressKey } from '../attempt-keys.ts'
import { resolveActor } from '../sessions/queries.ts'
import { sessions } from '../tables.ts'
import { accountsSystem, type Fixture, openFixture, password } from '../testing.ts'

let fixture: Fixture
const currentFixture = openFixture()
beforeEach(() => {
  fixture = currentFixture()
})

describe('sign-in', () => {
  test('answers an unknown address like a wrong password', async () => {
    await fixture.signUp()
    const wrong = await fixture.signIn({ password: 'not this one' })
    const unknown = await fixture.signIn({ email: `nobody${fixture.number}@example.com` })
    expect(unknown).toEqual(wrong)
    expect(wrong.status).toBe(401)
  })

  test('sets cookies a script cannot read and another site cannot send', async () => {
    await fixture.signUp()
    const { setCookies } = await fixture.signIn()
    expect(setCookies).toHaveLength(2)
    for (const cookie of setCookies) {
      expect(cookie).toMatch(/HttpOnly/i)
      expect(cookie).toMatch(/SameSite=Lax/i)
      expect(cookie).not.toMatch(/Secure/i)
    }
  })

  test('sets Secure cookies when the sites are https', async () => {
    await fixture.signUp()
    fixture.system = accountsSystem(fixture.database.db, {
      origins: ['https://leads.example', 'https://courses.example'],
    })
    const { setCookies, cookie } = await fixture.signIn()
    for (const one of setCookies) expect(one).toMatch(/; Secure/i)
    expect(await resolveActor(fixture.system.auth, new Headers({ cookie }))).toMatchObject({ kind: 'user' })
  })

  test('checks at most ten of twenty parallel guesses, whatever forwarding headers say', async () => {
    await fixture.signUp()
    const guess = (n: number) =>
      fixture.system.call('/sign-in/email', {
        body: { email: fixture.email, password: `guess number ${n}` },
        headers: { 'x-forwarded-for': `203.0.113.${n}`, 'x-freeor-client-address': `203.0.113.${n}` },
        address: '198.51.100.200',
      })
    const outcomes: number[] = []
    for (let round = 0; round < 6; round += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(n)))
      outcomes.push(...answers.map(({ status }) => status))
    }
    expect(outcomes.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
    expect(new Set(outcomes)).toEqual(new Set([401, 429]))
  })

  test('records the address of the socket, not a forwarded one', async () => {
    await fixture.signUp()
    await fixture.system.call('/sign-in/email', {
      body: { email: fixture.email, password },
      headers: { 'x-forwarded-for': '203.0.113.9', 'x-freeor-client-address': '203.0.113.9' },
      address: '198.51.100.77',
    })
    const rows = await fixture.database.db
      .select()
      .from(sessions)
      .where(eq(sessions.ipAddress, '198.51.100.77'))
    expect(rows).toHaveLength(1)
  })

  test('counts the attempts of one client address over many accounts', async () => {
    const address = '198.51.100.99'
    const key = addressKey('sign-in:address', address)
    const guess = (n: number) =>
      fixture.signIn({ email: `spray${n}@example.com`, password: 'not this one' }, address)
    for (let n = 1; n < key.limit.max; n += 1)
      await fixture.system.auth.limiter.allows(fixture.database.db, key)
    expect((await guess(1)).status).toBe(401)
    expect((await guess(2)).status).toBe(429)
    expect((await fixture.signIn({ email: 'spray3@example.com' }, '198.51.100.98')).status).toBe(401)
  })

  test('a stranger who uses up the count of an account locks its owner out for 15 minutes at most', async () => {
    const clock = fakeClock('2026-03-02T00:00:00Z')
    fixture.system = accountsSystem(fixture.database.db, { clock })
    await fixture.signUp()
    const minute = 60_000
    const guess = () => fixture.signIn({ password: 'not this one' }, '203.0.113.50')
    await fixture.spendAttempts()
    const refused = await fixture.signIn()
    expect(refused.status).toBe(429)
    expect(refused.retryAfter).toBeGreaterThan(0)
    expect(refused.retryAfter).toBeLessThanOrEqual(900)
    clock.advance(14 * minute)
    await guess()
    clock.advance(minute)
    expect((await fixture.signIn()).status).toBe(200)
  })

  test('a browser that signed in before is not locked out by a stranger at all', async () => {
    await fixture.signUp()
    const { cookie, setCookies } = await fixture.signIn()
    await fixture.spendAttempts()
    expect((await fixture.signIn()).status).toBe(429)
    expect((await fixture.signIn({}, '198.51.100.3', cookie)).status).toBe(200)
    const sent = setCookies.find((one) => one.startsWith('freeor.device='))
    expect(sent, 'for every path: people sign in at a page').toMatch(/; Path=\/;/)
    const forged = cookie.replace(/(freeor\.device=[^.]+\.)[^.]+/, '$1AAAAAAAAAAAAAAAAAAAAAA')
    expect((await fixture.signIn({}, '198.51.100.3', forged)).status).toBe(429)
  })

  test('a password reset unlocks an account, and its browser can still sign in when strangers go on', async () => {
    await fixture.signUp()
    await fixture.spendAttempts()
    const token = await fixture.readResetToken()
    const body = { token, newPassword: 'a fresh password' }
    const { cookie } = await fixture.system.call('/reset-password', { body })
    expect((await fixture.signIn({ password: 'a fresh password' })).status).toBe(200)
    await fixture.spendAttempts()
    expect((await fixture.signIn({ password: 'a fresh password' })).status).toBe(429)
    expect((await fixture.signIn({ password: 'a fresh password' }, '198.51.100.3', cookie)).status).toBe(200)
  })

  test('a browser keeps its device mark for each account that signs in on it', async () => {
    await fixture.signUp()
    const { cookie } = await fixture.signIn()
    const first = fixture.email
    fixture.email = `second.${first}`
    await fixture.signUp()
    const both = (await fixture.signIn({}, '198.51.100.4', cookie)).cookie
    for (const email of [first, fixture.email]) {
      fixture.email = email
      await fixture.spendAttempts()
      expect((await fixture.signIn({}, '198.51.100.4', both)).status).toBe(200)
    }
  })

  test('a log-in and a sign-up wait in the queue while the hashing is at its limit', async () => {
    fixture.system = accountsSystem(fixture.database.db, { hasher: createPasswordHasher() })
    await fixture.signUp()
    const { hasher } = fixture.system.auth
    const hashing = [1, 2, 3, 4, 5].map(() => hasher.hash(password))
    const waited = await Promise.all([fixture.signIn(), fixture.signUp({ email: `more.${fixture.email}` })])
    expect(waited.map(({ status }) => status)).toEqual([200, 200])
    await Promise.all(hashing)
  })
})
