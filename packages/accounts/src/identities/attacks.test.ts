import { type LyingIssuer, openLyingIssuer } from '@freeor/testing/lying-issuer'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Auth } from '../ports.ts'
import { beginIdentitySignIn } from '../sign-in/with-identity.ts'
import { sessions, users } from '../tables.ts'
import { type Fixture, openFixture } from '../testing.ts'
import { openIdProvider } from './adapters/openid-provider.ts'
import { findIdentity } from './queries.ts'
import { beginIdentityReauthentication } from './reauthenticate.ts'
import { comeBack, cookieOf, identitySteps, requester, type Sent, sentBy } from './testing.ts'

let fixture: Fixture
const currentFixture = openFixture()
beforeEach(() => {
  fixture = currentFixture()
})

const { issuer, auth, addAccount, begin, through, signIn, actorOf } = identitySteps(() => fixture)
const db = () => fixture.database.db

const over = {
  code: 'gone',
  message: 'That took too long, or was begun in another window. Please try again.',
}
const refused = { code: 'invalid_request', message: 'Logging in with Acme did not work. Please try again.' }
const away = {
  code: 'unavailable',
  message: 'Acme cannot be reached right now. Please try again, or log in another way.',
}

/** Nobody is logged in, and no user was made. */
async function expectNobody(): Promise<void> {
  expect(await db().$count(users, eq(users.email, fixture.email))).toBe(0)
}

describe('an answer of the provider', () => {
  test('is of no use in a browser that did not ask for it: an attacker’s answer, sent to a victim', async () => {
    const attackers = await through(await begin(), addAccount({ email: fixture.email }))
    for (const cookie of ['', (await begin()).cookie, `${attackers.sent.cookie}x`, 'freeor.identity=a.b']) {
      const sent: Sent = { ...attackers.sent, cookie }
      await expect(comeBack(auth(), { ...attackers, sent })).rejects.toMatchObject(over)
    }
    await expectNobody()
    expect((await comeBack(auth(), attackers)).body.isNew).toBe(true)
  })

  test('works once', async () => {
    const back = await through(await begin(), addAccount({ email: fixture.email }))
    const answer = await comeBack(auth(), back)
    const { userId } = await actorOf(cookieOf(answer))
    await expect(comeBack(auth(), back)).rejects.toMatchObject(over)
    expect(await db().$count(sessions, eq(sessions.userId, userId))).toBe(1)
  })

  test('works for ten minutes', async () => {
    const back = await through(await begin(), addAccount({ email: fixture.email }))
    const later = { now: () => new Date(Date.now() + 10 * 60_000 + 1000) }
    await expect(comeBack({ ...auth(), clock: later }, back)).rejects.toMatchObject(over)
    await expectNobody()
  })

  test('does not accept a code of another request: PKCE and the nonce belong to the browser', async () => {
    const attackers = await through(await begin(), addAccount({ email: `attacker.${fixture.email}` }))
    const victims = await through(await begin(), addAccount({ email: fixture.email }))
    const injected = new URLSearchParams(victims.parameters)
    injected.set('code', new URLSearchParams(attackers.parameters).get('code') ?? '')
    const parameters = injected.toString()
    await expect(comeBack(auth(), { ...victims, parameters })).rejects.toMatchObject(refused)
    await expectNobody()
  })

  test('of one provider is not accepted as another’s, nor with another issuer’s name', async () => {
    const subject = addAccount({ email: fixture.email })
    const back = await through(await begin(), subject)
    await expect(comeBack(auth(), { ...back, providerId: 'zenith' })).rejects.toMatchObject(over)
    await expect(comeBack(auth(), { ...back, providerId: 'nobody' })).rejects.toMatchObject({
      code: 'not_found',
    })
    for (const iss of ['https://evil.example', '']) {
      const named = await through(await begin(), subject)
      const changed = new URLSearchParams(named.parameters)
      if (iss) changed.set('iss', iss)
      else changed.delete('iss')
      const parameters = changed.toString()
      await expect(comeBack(auth(), { ...named, parameters })).rejects.toMatchObject(refused)
    }
    await expectNobody()
  })

  test('with two states or codes is refused', async () => {
    const back = await through(await begin(), addAccount({ email: fixture.email }))
    const parameters = `${back.parameters}&code=another`
    await expect(comeBack(auth(), { ...back, parameters })).rejects.toMatchObject(refused)
    await expectNobody()
  })

  test('that is an error is shown in our words, never in those of the link', async () => {
    for (const [error, message] of [
      ['access_denied', 'You did not go on with Acme.'],
      ['server_error', refused.message],
    ] as const) {
      const sent = await begin()
      const state = new URL(sent.url).searchParams.get('state') ?? ''
      const told = { error, error_description: 'Call 555 0199 now', state, iss: issuer().url }
      const parameters = new URLSearchParams(told).toString()
      await expect(comeBack(auth(), { sent, parameters })).rejects.toMatchObject({
        code: 'invalid_request',
        message,
      })
    }
  })
})

describe('a provider that lies or is down', () => {
  let liar: LyingIssuer
  let lied: Auth
  beforeAll(async () => {
    liar = await openLyingIssuer()
  })
  afterAll(async () => await liar.stop())
  beforeEach(() => {
    liar.lies = {}
    lied = withIssuer(liar.url)
  })

  function withIssuer(issuer: string): Auth {
    const settings = { id: 'acme', label: 'Acme', issuer, clientId: liar.clientId, clientSecret: 'secret' }
    return { ...fixture.system.auth, identityProviders: [openIdProvider(settings)] }
  }

  /** Comes back from the lying issuer. */
  async function answerOf(sent: Sent, actor?: Awaited<ReturnType<typeof actorOf>>) {
    const asked = new URL(sent.url).searchParams
    liar.next = { nonce: asked.get('nonce') ?? '', subject: `liar-${fixture.number}`, email: fixture.email }
    const told = { code: 'a code', state: asked.get('state') ?? '', iss: liar.url }
    return await comeBack(lied, { sent, parameters: new URLSearchParams(told).toString(), actor })
  }

  const beginThere = async () => sentBy(await beginIdentitySignIn(lied, requester, { providerId: 'acme' }))

  test('is accepted while everything it says fits', async () => {
    expect((await answerOf(await beginThere())).body.isNew).toBe(true)
  })

  test.each([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another audience', { claims: { aud: 'another' } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['an end that is past', { claims: { iat: 1_600_000_000, exp: 1_600_000_300 } }],
    ['no subject', { claims: { sub: undefined } }],
    ['the signature of another key', { hasForeignKey: true }],
  ])('a token with %s is refused', async (_what, lies) => {
    const sent = await beginThere()
    liar.lies = lies
    await expect(answerOf(sent)).rejects.toMatchObject(refused)
    await expectNobody()
  })

  test('an answer that never ends is cut off', async () => {
    const sent = await beginThere()
    liar.lies = { padding: 5_000_000 }
    await expect(answerOf(sent)).rejects.toMatchObject(refused)
    lied = withIssuer(liar.url)
    await expect(beginThere()).rejects.toMatchObject(away)
    await expectNobody()
  })

  test('a password given there long ago is no re-authentication', async () => {
    const cookie = cookieOf(await answerOf(await beginThere()))
    const actor = await actorOf(cookie)
    for (const auth_time of [Math.floor(Date.now() / 1000) - 3600, undefined]) {
      const asked = { providerId: 'acme' }
      const sent = sentBy(await beginIdentityReauthentication(lied, actor, requester, asked))
      liar.lies = { claims: { auth_time } }
      await expect(answerOf(sent, actor)).rejects.toMatchObject({
        message: 'Acme did not ask for your password again. Please show that it is you another way.',
      })
    }
    expect((await actorOf(cookie)).reauthenticatedAt).toBeUndefined()
  })

  test('one that is down is reported as unavailable, and works once it is up', async () => {
    liar.lies = { isBroken: true }
    await expect(beginThere()).rejects.toMatchObject(away)
    liar.lies = {}
    const sent = await beginThere()
    liar.lies = { isBroken: true }
    await expect(answerOf(sent)).rejects.toMatchObject(away)
    liar.lies = {}
    lied = withIssuer('http://127.0.0.1:9')
    await expect(beginThere()).rejects.toMatchObject(away)
  })

  test('its description is read once for many log-ins', async () => {
    const before = liar.readings()
    await Promise.all([beginThere(), beginThere(), beginThere()])
    await beginThere()
    expect(liar.readings()).toBe(before + 1)
  })
})

test('the same subject at another issuer is another user', async () => {
  const subject = addAccount({ email: fixture.email })
  const { userId } = await actorOf(cookieOf(await signIn(subject)))
  const row = { issuer: 'https://another.example', subject }
  expect(await findIdentity(db(), { issuer: issuer().url, subject })).toMatchObject({ userId })
  expect(await findIdentity(db(), row)).toBeUndefined()
})
