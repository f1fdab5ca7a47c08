import { fakeClock } from '@freeor/testing/clock'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addressKey, attemptKey } from '../attempt-keys.ts'
import { ensureUser } from '../commands.ts'
import { issueShortLivedToken } from '../credentials/commands.ts'
import { findCompanyOf, resolveActor } from '../queries.ts'
import { auditLog, companies, companyMembers, sessions, users, verifications } from '../tables.ts'
import { type AccountsHouse, accountsHouse } from '../testing.ts'

const password = 'correct horse battery'
let database: TestDatabase
let house: AccountsHouse
let counter = 0
let email = ''

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.close()
})
beforeEach(() => {
  house = accountsHouse(database.db)
  counter += 1
  email = `person${counter}@example.com`
})

const signUp = (body: Record<string, unknown> = {}) =>
  house.call('POST', '/sign-up/email', { body: { email, password, ...body } })
const signIn = (body: Record<string, unknown> = {}, address = `198.51.100.${counter}`, cookie = '') =>
  house.call('POST', '/sign-in/email', { body: { email, password, ...body }, address, cookie })

/** What a stranger's ten wrong guesses leave behind. */
async function useUp(): Promise<void> {
  const key = attemptKey('sign-in:account', email)
  for (let n = 0; n < key.limit.max; n += 1) await house.auth.limiter.allows(database.db, key)
}

async function signedIn() {
  await signUp()
  const answer = await signIn()
  const { token, user } = answer.body as { token: string; user: { id: string } }
  return { cookie: answer.cookie, token, userId: user.id }
}

async function readResetToken(): Promise<string> {
  await house.call('POST', '/request-password-reset', { body: { email } })
  const mail = house.mails.findLast((one) => one.template === 'reset-password' && one.to === email)
  if (mail?.template !== 'reset-password') throw new Error('No reset mail')
  return new URL(mail.props.url).searchParams.get('token') ?? ''
}

describe('sign-up', () => {
  test('makes a person the owner of a company of their own, who can then sign in', async () => {
    expect(await signUp({ name: 'Ada' })).toMatchObject({
      status: 200,
      body: { status: true },
      setCookies: [],
    })
    const { cookie, userId } = await signedIn()
    const actor = await resolveActor(house.auth, new Headers({ cookie }))
    expect(actor).toMatchObject({
      kind: 'user',
      userId,
      email,
      name: 'Ada',
      superAdmin: false,
      emailVerified: false,
    })
    const membership = await findCompanyOf(database.db, userId)
    expect(membership).toMatchObject({ role: 'owner', ownerUserId: userId })
    expect(house.createdCompanies).toMatchObject([{ userId, email, companyId: membership?.companyId }])
  })

  test('leaves no person behind when the company cannot be made', async () => {
    const failing = { ...house.auth, onCompanyCreated: () => Promise.reject(new Error('no lot')) }
    await expect(ensureUser(failing, { email, password, name: 'Ada' })).rejects.toThrow('no lot')
    expect(await database.db.select().from(users).where(eq(users.email, email))).toEqual([])
  })

  test('fifty at once with one address make one account, one company and no error but a busy one', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => signUp()))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    for (const { status } of answers) expect([200, 429]).toContain(status)
    const people = await database.db.select().from(users).where(eq(users.email, email))
    expect(people).toHaveLength(1)
    const owned = await database.db
      .select()
      .from(companies)
      .where(eq(companies.ownerUserId, people[0]?.id ?? ''))
    expect(owned).toHaveLength(1)
  })

  test('answers a taken address byte for byte like a free one, changes nothing and tells the owner by mail', async () => {
    const free = await signUp()
    const taken = await signUp({ password: 'another good one', name: 'Mallory' })
    expect(taken).toEqual(free)
    expect(house.mails.map(({ to, template }) => [to, template])).toEqual([[email, 'account-exists']])
    expect((await signIn()).status).toBe(200)
    expect((await signIn({ password: 'another good one' })).status).toBe(401)
    await signUp()
    expect(house.mails).toHaveLength(1)
  })

  test('spends on a taken address what it spends on a free one, and answers on the next beat', async () => {
    const hash = vi.spyOn(house.auth.hasher, 'hash')
    const beats: number[] = []
    for (const round of ['free', 'taken']) {
      const started = performance.now()
      await signUp()
      beats.push(performance.now() - started)
      expect(hash, round).toHaveBeenCalledTimes(1)
      hash.mockClear()
    }
    // Timers may be a millisecond early; a quick refusal would be far earlier.
    for (const milliseconds of beats) expect(milliseconds).toBeGreaterThan(245)
  })

  test('refuses common passwords in any case, short ones, and the address itself', async () => {
    for (const bad of ['password', 'PASSWORD1', 'qwerty123', '12345678', 'short7!', email]) {
      expect(await signUp({ password: bad })).toMatchObject({ status: 422 })
    }
  })

  test('refuses fields a client may not set', async () => {
    for (const extra of [
      { role: 'super_admin' },
      { emailVerified: true },
      { id: 'usr_1' },
      { callbackURL: '/x' },
    ]) {
      expect(await signUp(extra)).toMatchObject({ status: 422 })
    }
  })

  test('treats addresses that differ in case as one', async () => {
    await signUp()
    await signUp({ email: email.toUpperCase() })
    expect(await database.db.select().from(users).where(eq(users.email, email))).toHaveLength(1)
    expect((await signIn({ email: ` ${email.toUpperCase()} ` })).status).toBe(200)
  })
})

describe('sign-in', () => {
  test('answers an unknown address like a wrong password', async () => {
    await signUp()
    const wrong = await signIn({ password: 'not this one' })
    const unknown = await signIn({ email: `nobody${counter}@example.com` })
    expect(unknown).toEqual(wrong)
    expect(wrong.status).toBe(401)
  })

  test('sets cookies a script cannot read and another site cannot send', async () => {
    await signUp()
    const { setCookies } = await signIn()
    expect(setCookies).toHaveLength(2)
    for (const cookie of setCookies) {
      expect(cookie).toMatch(/HttpOnly/i)
      expect(cookie).toMatch(/SameSite=Lax/i)
      expect(cookie).not.toMatch(/Secure/i)
    }
  })

  test('sets Secure cookies when the sites are https', async () => {
    await signUp()
    house = accountsHouse(database.db, {
      sites: { leads: 'https://leads.example', courses: 'https://courses.example' },
    })
    const { setCookies, cookie } = await signIn()
    for (const one of setCookies) expect(one).toMatch(/; Secure/i)
    expect(await resolveActor(house.auth, new Headers({ cookie }))).toMatchObject({ kind: 'user' })
  })

  test('lets at most ten of twenty parallel guesses be looked at, whatever forwarding headers say', async () => {
    await signUp()
    const guess = (n: number) =>
      house.call('POST', '/sign-in/email', {
        body: { email, password: `guess number ${n}` },
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
    await signUp()
    await house.call('POST', '/sign-in/email', {
      body: { email, password },
      headers: { 'x-forwarded-for': '203.0.113.9', 'x-freeor-client-address': '203.0.113.9' },
      address: '198.51.100.77',
    })
    const rows = await database.db.select().from(sessions).where(eq(sessions.ipAddress, '198.51.100.77'))
    expect(rows).toHaveLength(1)
  })

  test('counts one address over many accounts', async () => {
    const address = '198.51.100.99'
    const key = addressKey('sign-in:address', address)
    const guess = (n: number) => signIn({ email: `spray${n}@example.com`, password: 'not this one' }, address)
    for (let n = 1; n < key.limit.max; n += 1) await house.auth.limiter.allows(database.db, key)
    expect((await guess(1)).status).toBe(401)
    expect((await guess(2)).status).toBe(429)
    expect((await signIn({ email: 'spray3@example.com' }, '198.51.100.98')).status).toBe(401)
  })

  test('a stranger who uses up the count of an account locks its owner out for 15 minutes at most', async () => {
    const clock = fakeClock('2026-03-02T00:00:00Z')
    house = accountsHouse(database.db, { clock })
    await signUp()
    const minute = 60_000
    const guess = () => signIn({ password: 'not this one' }, '203.0.113.50')
    await useUp()
    const refused = await signIn()
    expect(refused.status).toBe(429)
    expect(refused.retryAfter).toBeGreaterThan(0)
    expect(refused.retryAfter).toBeLessThanOrEqual(900)
    clock.advance(14 * minute)
    await guess()
    clock.advance(minute)
    expect((await signIn()).status).toBe(200)
  })

  test('a browser that signed in before is not locked out by a stranger at all', async () => {
    await signUp()
    const { cookie } = await signIn()
    await useUp()
    expect((await signIn()).status).toBe(429)
    expect((await signIn({}, '198.51.100.3', cookie)).status).toBe(200)
    const forged = cookie.replace(/(freeor\.device=[^.]+\.)[^.]+/, '$1AAAAAAAAAAAAAAAAAAAAAA')
    expect((await signIn({}, '198.51.100.3', forged)).status).toBe(429)
  })

  test('a password reset opens a locked account again', async () => {
    await signUp()
    await useUp()
    const token = await readResetToken()
    await house.call('POST', '/reset-password', { body: { token, newPassword: 'a fresh password' } })
    expect((await signIn({ password: 'a fresh password' })).status).toBe(200)
  })

  test('while four passwords are being hashed, the fifth is told when to come back and costs no attempt', async () => {
    await signUp()
    const { hasher } = house.auth
    const hashing = [1, 2, 3, 4].map(() => hasher.hash(password))
    await expect(hasher.hash(password)).rejects.toMatchObject({
      code: 'rate_limited',
      details: { retryAfter: 1 },
    })
    const refused = await Promise.all([signIn(), signUp({ email: `more.${email}` })])
    for (const { status, retryAfter } of refused) expect([status, retryAfter]).toEqual([429, 1])
    await Promise.all(hashing)
    for (let n = 0; n < 11; n += 1) expect((await signIn()).status).toBe(200)
  })
})

describe('sessions', () => {
  test('a bearer token is the session; the token as the database has it is not', async () => {
    await signUp()
    for (let n = 0; n < 10; n += 1) {
      const { token } = (await signIn()).body as { token: string }
      for (const sent of [token, encodeURIComponent(token)]) {
        const actor = await resolveActor(house.auth, new Headers({ authorization: `Bearer ${sent}` }))
        expect(actor).toMatchObject({ kind: 'user', email })
      }
      const [bare] = token.split('.')
      for (const sent of [bare, `${bare}.AAAA`, `${bare}.`, '', 'x.y']) {
        expect(await resolveActor(house.auth, new Headers({ authorization: `Bearer ${sent}` }))).toEqual({
          kind: 'anonymous',
        })
      }
    }
  })

  test('get-session tells who I am and gives no token away', async () => {
    const { cookie, userId } = await signedIn()
    const mine = await house.call('GET', '/get-session', { cookie })
    expect(mine.body).toMatchObject({ user: { id: userId, email, superAdmin: false } })
    expect(JSON.stringify(mine.body)).not.toContain('token')
    expect((await house.call('GET', '/get-session')).body).toBeNull()
  })

  test('signing out ends the session at once, also for its bearer token', async () => {
    const { cookie, token } = await signedIn()
    expect((await house.call('POST', '/sign-out', { cookie })).status).toBe(200)
    expect(await resolveActor(house.auth, new Headers({ cookie }))).toEqual({ kind: 'anonymous' })
    expect(await resolveActor(house.auth, new Headers({ authorization: `Bearer ${token}` }))).toEqual({
      kind: 'anonymous',
    })
    expect((await house.call('POST', '/sign-out')).status).toBe(200)
  })

  test('signing out by bearer token alone ends it too', async () => {
    const { token } = await signedIn()
    const headers = { authorization: `Bearer ${token}` }
    await house.call('POST', '/sign-out', { headers })
    expect(await resolveActor(house.auth, new Headers(headers))).toEqual({ kind: 'anonymous' })
  })

  test('an expired session is nobody', async () => {
    const { cookie, userId } = await signedIn()
    await database.db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(sessions.userId, userId))
    expect(await resolveActor(house.auth, new Headers({ cookie }))).toEqual({ kind: 'anonymous' })
  })

  test('a banned person is nobody at once and cannot sign in', async () => {
    const { cookie, userId } = await signedIn()
    await database.db.update(users).set({ banned: true }).where(eq(users.id, userId))
    expect(await resolveActor(house.auth, new Headers({ cookie }))).toEqual({ kind: 'anonymous' })
    expect((await signIn()).status).toBe(403)
  })

  test("I see and end my own sessions; another person's is as if missing", async () => {
    const mine = await signedIn()
    await signIn()
    const listed = (await house.call('GET', '/list-sessions', { cookie: mine.cookie })).body as {
      id: string
      current: boolean
    }[]
    expect(listed.map(({ current }) => current)).toEqual([true, false])
    const other = listed.find(({ current }) => !current)
    email = `other${counter}@example.com`
    const stranger = await signedIn()
    const end = (cookie: string, id: string) =>
      house.call('POST', '/revoke-session', { cookie, body: { id } })
    const foreign = await end(stranger.cookie, other?.id ?? '')
    expect(foreign).toEqual(await end(stranger.cookie, 'ses_missing'))
    expect(foreign.status).toBe(404)
    expect((await end(mine.cookie, other?.id ?? '')).status).toBe(200)
    await house.call('POST', '/revoke-other-sessions', { cookie: mine.cookie })
    expect(await resolveActor(house.auth, new Headers({ cookie: mine.cookie }))).toMatchObject({
      kind: 'user',
    })
    expect(await resolveActor(house.auth, new Headers({ cookie: stranger.cookie }))).toMatchObject({
      kind: 'user',
    })
  })

  test('no session gets a 401 on every route that needs one', async () => {
    const bodies = {
      '/change-password': { currentPassword: password, newPassword: 'a fresh password' },
      '/send-verification-email': {},
      '/revoke-session': { id: 'ses_x' },
      '/revoke-other-sessions': {},
    }
    for (const [path, body] of Object.entries(bodies)) {
      expect((await house.call('POST', path, { body })).status).toBe(401)
    }
    expect((await house.call('GET', '/list-sessions')).status).toBe(401)
  })

  test('an impersonated session may not touch credentials or sessions', async () => {
    const { cookie, userId } = await signedIn()
    const operator = await ensureUser(house.auth, {
      email: `operator${counter}@example.com`,
      password,
      name: 'Op',
      superAdmin: true,
    })
    await database.db
      .update(sessions)
      .set({ impersonatedBy: operator.userId })
      .where(eq(sessions.userId, userId))
    expect(await resolveActor(house.auth, new Headers({ cookie }))).toMatchObject({
      userId,
      impersonatedBy: operator.userId,
    })
    const body = { currentPassword: password, newPassword: 'a fresh password' }
    expect((await house.call('POST', '/change-password', { cookie, body })).status).toBe(403)
    expect((await house.call('POST', '/send-verification-email', { cookie })).status).toBe(403)
    expect((await house.call('GET', '/list-sessions', { cookie })).status).toBe(403)
    expect((await house.call('POST', '/revoke-session', { cookie, body: { id: 'ses_x' } })).status).toBe(403)
    expect((await house.call('POST', '/revoke-other-sessions', { cookie })).status).toBe(403)
  })
})

describe('short-lived tokens', () => {
  test('are for my own uid and email only, end with my session and draw no further one', async () => {
    const { cookie, userId } = await signedIn()
    const actor = await resolveActor(house.auth, new Headers({ cookie }))
    const { token } = await issueShortLivedToken(house.auth, actor, {
      uid: userId,
      email: email.toUpperCase(),
    })
    const headers = new Headers({ authorization: `Bearer ${token}` })
    const derived = await resolveActor(house.auth, headers)
    expect(derived).toMatchObject({ kind: 'user', userId })
    const refused = { code: 'unauthenticated' }
    const { auth } = house
    await expect(issueShortLivedToken(auth, derived, { uid: userId, email })).rejects.toMatchObject(refused)
    await expect(issueShortLivedToken(auth, actor, { uid: 'usr_x', email })).rejects.toMatchObject(refused)
    await expect(issueShortLivedToken(auth, actor, { uid: userId, email: 'x@y.z' })).rejects.toMatchObject(
      refused,
    )
    const anyone = { kind: 'anonymous' } as const
    await expect(issueShortLivedToken(auth, anyone, { uid: userId, email })).rejects.toMatchObject(refused)
    const body = { currentPassword: password, newPassword: 'a fresh password' }
    const bearer = { authorization: `Bearer ${token}` }
    expect((await house.call('POST', '/change-password', { headers: bearer, body })).status).toBe(403)
    await house.call('POST', '/sign-out', { cookie })
    expect(await resolveActor(auth, headers)).toEqual({ kind: 'anonymous' })
  })
})

describe('passwords', () => {
  test('a reset works once, ends every session and proves the address', async () => {
    const { cookie, userId } = await signedIn()
    const token = await readResetToken()
    const reset = () =>
      house.call('POST', '/reset-password', { body: { token, newPassword: 'a fresh password' } })
    const answers = [await reset(), await reset()]
    expect(answers.map(({ status }) => status)).toEqual([200, 410])
    expect(await resolveActor(house.auth, new Headers({ cookie }))).toEqual({ kind: 'anonymous' })
    expect((await signIn()).status).toBe(401)
    expect((await signIn({ password: 'a fresh password' })).status).toBe(200)
    expect(await database.db.select().from(users).where(eq(users.id, userId))).toMatchObject([
      { emailVerified: true },
    ])
  })

  test('of four resets at once with one token, one works', async () => {
    await signUp()
    const token = await readResetToken()
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        house.call('POST', '/reset-password', { body: { token, newPassword: `fresh password ${n}` } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a new reset link kills the one before it', async () => {
    await signUp()
    const first = await readResetToken()
    const second = await readResetToken()
    const reset = (token: string) =>
      house.call('POST', '/reset-password', { body: { token, newPassword: 'a fresh password' } })
    expect((await reset(first)).status).toBe(410)
    expect((await reset(second)).status).toBe(200)
  })

  test('a reset link dies after an hour', async () => {
    const clock = fakeClock('2026-04-01T00:00:00Z')
    house = accountsHouse(database.db, { clock })
    await signUp()
    const token = await readResetToken()
    clock.advance(60 * 60_000)
    const body = { token, newPassword: 'a fresh password' }
    expect((await house.call('POST', '/reset-password', { body })).status).toBe(410)
  })

  test('a reset link is not in the database', async () => {
    await signUp()
    const token = await readResetToken()
    expect(JSON.stringify(await database.db.select().from(verifications))).not.toContain(token)
  })

  test('a weak new password does not cost the link', async () => {
    await signUp()
    const token = await readResetToken()
    const reset = (newPassword: string) =>
      house.call('POST', '/reset-password', { body: { token, newPassword } })
    expect((await reset('password1')).status).toBe(422)
    expect((await reset('a fresh password')).status).toBe(200)
  })

  test('asking for a reset answers unknown addresses like known ones, and mails one address thrice a quarter hour', async () => {
    await signUp()
    const ask = (to: string) => house.call('POST', '/request-password-reset', { body: { email: to } })
    const known = await ask(email)
    expect(await ask(`nobody${counter}@example.com`)).toEqual(known)
    for (let n = 0; n < 4; n += 1) expect(await ask(email)).toEqual(known)
    expect(house.mails).toHaveLength(3)
  })

  test('links in mail lead to our sites only', async () => {
    await signUp()
    const mailFor = async (headers: Record<string, string>) => {
      await house.call('POST', '/request-password-reset', { body: { email }, headers })
      const mail = house.mails.at(-1)
      return mail?.template === 'reset-password' ? new URL(mail.props.url).origin : undefined
    }
    expect(await mailFor({ origin: 'https://evil.example', host: 'evil.example' })).toBe(
      'http://localhost:3000',
    )
    expect(await mailFor({ origin: 'http://localhost:3001' })).toBe('http://localhost:3001')
  })

  test('changing the password needs the current one and ends all other sessions', async () => {
    const { cookie } = await signedIn()
    const elsewhere = (await signIn()).cookie
    const change = (currentPassword: string) =>
      house.call('POST', '/change-password', {
        cookie,
        body: { currentPassword, newPassword: 'a fresh password' },
      })
    expect(await change('not this one')).toMatchObject({ status: 422, code: 'invalid_request' })
    const changed = await change(password)
    expect(changed.status).toBe(200)
    expect(await resolveActor(house.auth, new Headers({ cookie: elsewhere }))).toEqual({ kind: 'anonymous' })
    expect(await resolveActor(house.auth, new Headers({ cookie: changed.cookie }))).toMatchObject({ email })
    expect((await signIn({ password: 'a fresh password' })).status).toBe(200)
  })

  test('who signed up, in, reset and changed is in the audit log', async () => {
    const { cookie, userId } = await signedIn()
    const body = { currentPassword: password, newPassword: 'a fresh password' }
    await house.call('POST', '/change-password', { cookie, body })
    const token = await readResetToken()
    await house.call('POST', '/reset-password', { body: { token, newPassword: password } })
    const rows = await database.db.select().from(auditLog).where(eq(auditLog.subjectUserId, userId))
    expect(rows.map(({ action }) => action)).toEqual([
      'account.created',
      'session.started',
      'password.changed',
      'password.reset',
    ])
  })
})

test('a verification link proves the address once', async () => {
  const { cookie, userId } = await signedIn()
  await house.call('POST', '/send-verification-email', { cookie })
  const mail = house.mails.at(-1)
  const token = mail?.template === 'verify-email' ? new URL(mail.props.url).searchParams.get('token') : ''
  const verify = () => house.call('POST', '/verify-email', { body: { token } })
  expect([(await verify()).status, (await verify()).status]).toEqual([200, 410])
  expect(await database.db.select().from(users).where(eq(users.id, userId))).toMatchObject([
    { emailVerified: true },
  ])
})

test('nothing else of better-auth can be reached', async () => {
  const operator = { email, password, name: 'Op', superAdmin: true }
  await ensureUser(house.auth, operator)
  const { cookie } = await signIn()
  const paths = [
    '/admin/impersonate-user',
    '/admin/stop-impersonating',
    '/admin/set-role',
    '/admin/list-users',
    '/admin/create-user',
    '/admin/set-user-password',
    '/admin/remove-user',
    '/update-user',
    '/delete-user',
    '/change-email',
    '/set-password',
    '/verify-password',
    '/sign-in/social',
    '/link-social',
    '/unlink-account',
    '/list-accounts',
    '/revoke-sessions',
    '/update-session',
    '/reset-password/some-token',
    '/error',
    '/ok',
    '/sign-up/email/',
    '/__proto__',
    '/constructor',
    '',
  ]
  for (const path of paths) {
    expect((await house.call('POST', path, { cookie, body: {} })).status, path).toBe(404)
    expect((await house.call('GET', path, { cookie })).status, path).toBe(404)
  }
})

test('a body that is not JSON, or is too large, is refused', async () => {
  const headers = { 'content-type': 'text/plain' }
  expect((await house.call('POST', '/sign-in/email', { body: { email, password }, headers })).status).toBe(
    400,
  )
  const body = { email, password: 'x'.repeat(20_000) }
  expect((await house.call('POST', '/sign-in/email', { body })).status).toBe(413)
})

test('a person belongs to a company once, whatever is tried', async () => {
  const owner = await ensureUser(house.auth, { email, password, name: 'Owner' })
  const { companyId } = owner
  const memberOf = { companyId, role: 'member' as const }
  const member = { email: `member${counter}@example.com`, password, name: 'Member', memberOf }
  await ensureUser(house.auth, member)
  const again = await ensureUser(house.auth, member)
  expect(again).toMatchObject({ created: false, companyId })
  const rows = await database.db.select().from(companyMembers).where(eq(companyMembers.companyId, companyId))
  expect(rows.map(({ role }) => role).toSorted()).toEqual(['member', 'owner'])
})
