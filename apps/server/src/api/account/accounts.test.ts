import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { subscribe } from '@freeor/billing/subscriptions/commands'
import type { Site } from '@freeor/kernel/site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailTo } from '../../testing/mails.ts'
import { addPerson, signIn } from '../../testing/people.ts'
import { leadsUrl, openTestSystem, type TestSystem } from '../../testing/test-system.ts'

/** An account's life over HTTP, with the mails that people read. */

type Me = {
  user: { id: string; email: string } | null
  company: { id: string; role: string } | null
  allowance: { leads: number; leadsRemaining: number; planID: string; active: boolean } | null
}

let system: TestSystem
let people = 0

beforeAll(async () => {
  system = await openTestSystem()
})

afterAll(async () => await system.close())

async function signUp() {
  people += 1
  const body = { email: `person-${people}@people.example`, password: `a new horse ${people} each time` }
  const answer = await system.call('POST', '/api/auth/sign-up/email', { body })
  expect(answer.status, answer.text).toBe(200)
  return body
}

const me = async (headers: Record<string, string>) => (await system.call('GET', '/api/me', { headers })).body

test('a user who signs up and logs in owns a company on the free plan, with 25 leads', async () => {
  const person = await signUp()
  const { cookie } = await signIn(system.call, person)
  expect(await me({ cookie })).toMatchObject({
    user: { email: person.email },
    company: { role: 'owner' },
    allowance: { leads: 25, leadsRemaining: 25, planID: 'freeor_free', active: true },
  })
})

test('a visitor without a session has no user, no company, no allowance and no rights', async () => {
  const { abilities, ...rest } = (await me({})) as Me & { abilities: Record<string, boolean> }
  expect(rest).toEqual({
    id: null,
    uid: null,
    access: 'none',
    lostCompany: null,
    inviteStatus: null,
    user: null,
    impersonatedBy: null,
    company: null,
    companyProfile: null,
    identityProviders: [],
    created: null,
    orgAdmin: [],
    plan: null,
    allowance: null,
    courseAllowance: null,
  })
  expect(new Set(Object.values(abilities))).toEqual(new Set([false]))
})

test('each site is asked for what it sells: leads from the start, courses once a plan is chosen', async () => {
  const as = await addPerson(system.deps, system.call, { name: 'chooser' })
  const at = async (site: Site) => (await system.call('GET', '/api/me', { as, site })).body
  expect(await at('leads')).toMatchObject({
    plan: { planID: 'freeor_free', subscription_status: 'active', active: true },
    allowance: { planID: 'freeor_free', leadsRemaining: 25 },
    courseAllowance: null,
  })
  expect(await at('courses')).toMatchObject({ plan: null, allowance: null, courseAllowance: null })
  const asker = { companyId: as.companyId, userId: as.userId, site: 'courses' } as const
  expect(await subscribe(system.deps.billing, { asker, planID: 'freeor_free' })).toMatchObject({
    status: 'ok',
  })
  expect(await at('courses')).toMatchObject({
    plan: { planID: 'freeor_free', active: true },
    allowance: null,
    courseAllowance: { planID: 'freeor_free', active: true, courses: 1, lessons: 3, users: 0 },
  })
})

test('twenty simultaneous sign-ups with one address make one account with 25 leads', async () => {
  const body = { email: 'eager@people.example', password: 'twenty at a time please' }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => system.call('POST', '/api/auth/sign-up/email', { body })),
  )
  expect(answers.every(({ status }) => [200, 429].includes(status))).toBe(true)
  const { cookie } = await signIn(system.call, body)
  expect((await me({ cookie })).allowance?.leadsRemaining).toBe(25)
})

test('signing up gives the same bytes for a known and an unknown address', async () => {
  const known = await signUp()
  const again = await system.call('POST', '/api/auth/sign-up/email', { body: known })
  const fresh = { ...known, email: 'unheard-of@people.example' }
  const first = await system.call('POST', '/api/auth/sign-up/email', { body: fresh })
  expect([again.status, again.text]).toEqual([first.status, first.text])
})

test('the session cookie is for the site alone: HttpOnly, SameSite, and the session ends with the sign-out', async () => {
  const person = await signUp()
  const answer = await system.call('POST', '/api/auth/sign-in/email', { body: person })
  const session = answer.headers.getSetCookie().find((cookie) => cookie.includes('session_token'))
  expect(session).toMatch(/HttpOnly/i)
  expect(session).toMatch(/SameSite=Lax/i)
  const cookie = session?.split(';')[0] ?? ''
  expect((await me({ cookie })).user).not.toBeNull()
  await system.call('POST', '/api/auth/sign-out', { headers: { cookie, origin: leadsUrl }, body: {} })
  expect((await me({ cookie })).user).toBeNull()
})

test('a reset by the mailed link sets the password once and ends every session', async () => {
  const person = await signUp()
  const { cookie, token } = await signIn(system.call, person)
  await system.call('POST', '/api/auth/request-password-reset', { body: { email: person.email } })
  const mail = await mailTo(system, person.email)
  const link = new URL(/http:\/\/localhost:3000\/reset_password\?token=[\w-]+/.exec(mail)?.[0] ?? '')
  const body = { token: link.searchParams.get('token'), newPassword: 'a better horse than before' }
  expect((await system.call('POST', '/api/auth/reset-password', { body })).status).toBe(200)
  expect((await me({ cookie })).user).toBeNull()
  expect((await me({ authorization: `Bearer ${token}` })).user).toBeNull()
  expect((await system.call('POST', '/api/auth/sign-in/email', { body: person })).status).toBe(401)
  await signIn(system.call, { email: person.email, password: body.newPassword })
  expect((await system.call('POST', '/api/auth/reset-password', { body })).status).toBe(410)
})

test('signing up and asking for a reset answer on the next quarter of a second, known address or not', async () => {
  const { email, password } = await signUp()
  for (const address of [email, 'never-seen@people.example'])
    for (const [path, body] of [
      ['sign-up/email', { email: address, password }],
      ['request-password-reset', { email: address }],
    ] as const) {
      const started = performance.now()
      await system.call('POST', `/api/auth/${path}`, { body })
      // Timers may be a millisecond early; a quick refusal would be far earlier.
      expect(performance.now() - started, `${path} ${address}`).toBeGreaterThan(245)
    }
})

test('a field that is wrong is named the same way in every call', async () => {
  const wrong = async (path: string, body: object) => {
    const { errors } = JSON.parse((await system.call('POST', path, { body })).text)
    return errors.map((error: { path: string }) => error.path)
  }
  expect(await wrong('/api/auth/sign-up/email', { email: 'x', password: 'short' })).toEqual([
    'body.email',
    'body.password',
  ])
  const simple = { email: 'simple@people.example', password: 'password1' }
  expect(await wrong('/api/auth/sign-up/email', simple)).toEqual(['body.password'])
  expect(await wrong('/api/auth/sign-in/email', { ...simple, admin: true })).toEqual(['body'])
})

test('a foreign Host header changes no link in a mail', async () => {
  const person = await signUp()
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  const body = { email: person.email }
  await system.call('POST', '/api/auth/request-password-reset', { body, headers })
  const mail = await mailTo(system, person.email)
  expect(mail).toContain('http://localhost:3000/reset_password')
  expect(mail).not.toContain('evil.example')
})

test('a reset for an unknown address gets the same answer and sends no mail', async () => {
  const person = await signUp()
  const [known, unknown] = await Promise.all(
    [person.email, 'nobody@people.example'].map((email) =>
      system.call('POST', '/api/auth/request-password-reset', { body: { email } }),
    ),
  )
  expect([known?.status, known?.text]).toEqual([unknown?.status, unknown?.text])
  await mailTo(system, person.email)
  const folder = join(system.config.dataDir, 'mail')
  for (const file of await readdir(folder))
    expect(await readFile(join(folder, file), 'utf8')).not.toContain('nobody@people.example')
})

test('POST /api/login issues a token of 15 minutes for the caller’s own session, and for nobody else’s', async () => {
  const [person, other] = [await signUp(), await signUp()]
  const { cookie } = await signIn(system.call, person)
  const { user } = await me({ cookie })
  const theirs = (await me({ cookie: (await signIn(system.call, other)).cookie })).user
  const headers = { cookie, origin: leadsUrl }
  const login = (body: object, sent: Record<string, string> = headers) =>
    system.call('POST', '/api/login', { body, headers: sent })
  const drawn = await login({ uid: user?.id, email: user?.email })
  expect(drawn.status).toBe(200)
  const minutes = (Date.parse(drawn.body.expiresAt) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(14)
  expect(minutes).toBeLessThanOrEqual(15)
  const authorization = `Bearer ${drawn.body.token}`
  expect((await me({ authorization })).user).toEqual(user)
  for (const wrong of [
    { uid: theirs?.id, email: theirs?.email },
    { uid: user?.id, email: theirs?.email },
    { uid: theirs?.id, email: user?.email },
  ])
    expect((await login(wrong)).status).toBe(401)
  expect((await login({ uid: user?.id, email: user?.email }, {})).status).toBe(401)
  expect(
    (await login({ uid: user?.id, email: user?.email }, { authorization })).status,
    'draws no further',
  ).toBe(401)
  await system.call('POST', '/api/auth/sign-out', { headers, body: {} })
  expect((await me({ authorization })).user).toBeNull()
})

test('guessing a password is stopped after ten tries, whatever address the guesser claims', async () => {
  const person = await signUp()
  const guess = (index: number) =>
    system.call('POST', '/api/auth/sign-in/email', {
      body: { ...person, password: `guess ${index}` },
      address: '203.0.113.5',
      headers: { 'x-forwarded-for': `198.51.100.${index}`, 'x-real-ip': `198.51.100.${index}` },
    })
  const statuses: number[] = []
  for (let index = 0; index < 14; index++) statuses.push((await guess(index)).status)
  expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401))
  expect(statuses.slice(10)).toEqual(Array.from({ length: 4 }, () => 429))
})
