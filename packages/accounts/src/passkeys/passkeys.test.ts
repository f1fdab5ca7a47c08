import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { offerReauthentication, reauthenticateWithPasskey } from '../sessions/commands.ts'
import { offerPasskeySignIn, signInWithPasskey } from '../sign-in/with-passkey.ts'
import { auditLog } from '../tables.ts'
import { accountsSystem, type Fixture, openFixture } from '../testing.ts'
import { beginTwoFactor, confirmTwoFactor } from '../two-factor/commands.ts'
import { addPasskey, beginPasskey, readPasskeys, removePasskey, renamePasskey } from './commands.ts'
import { passkeys } from './tables.ts'
import { type Lies, TestAuthenticator } from './testing/authenticator.ts'
import { origin, passkeySteps, refused, requester, rpId } from './testing/passkey-steps.ts'

let fixture: Fixture
const currentFixture = openFixture()
beforeEach(() => {
  fixture = currentFixture()
})

const { signedIn, actorOf, add, signIn, anotherPerson } = passkeySteps(() => fixture)

describe('a passkey', () => {
  test('signs its user in without a password, and is notified by mail when it is added and removed', async () => {
    const { actor } = await signedIn()
    const { device, passkey } = await add(actor)
    const { body, cookies } = await signIn(device)
    expect(body.user).toMatchObject({ id: actor.userId, email: fixture.email })
    expect(await actorOf(cookies.map((one) => one.split(';')[0]).join('; '))).toMatchObject({
      userId: actor.userId,
    })
    await removePasskey(fixture.system.auth, actor, passkey.id, requester)
    await expect(signIn(device)).rejects.toMatchObject(refused)
    const told = fixture.system.mails.flatMap((mail) =>
      mail.template === 'notice' ? [mail.props.subject] : [],
    )
    expect(told).toEqual(['A passkey was added to your account', 'A passkey was removed from your account'])
  })

  test('is listed with its host, and with whether it works at this site', async () => {
    const { actor } = await signedIn()
    const { passkey } = await add(actor)
    await renamePasskey(fixture.system.auth, actor, { passkeyId: passkey.id, name: 'Key' }, requester)
    await fixture.database.db.update(passkeys).set({ rpId: 'elsewhere.example' })
    expect(await readPasskeys(fixture.system.auth, actor, requester)).toMatchObject({
      passkeys: [{ name: 'Key', host: 'elsewhere.example', worksHere: false, lastUsedAt: null }],
      host: 'localhost',
      hasPassword: true,
    })
    await fixture.database.db.delete(passkeys)
  })

  test('of somebody else can be neither renamed nor removed', async () => {
    const { actor } = await signedIn()
    const { passkey } = await add(actor)
    const { actor: other } = await anotherPerson()
    const { auth } = fixture.system
    const missing = { code: 'not_found', message: 'There is no such passkey' }
    for (const passkeyId of [passkey.id, 'psk_missing']) {
      await expect(removePasskey(auth, other, passkeyId, requester)).rejects.toMatchObject(missing)
      const rename = renamePasskey(auth, other, { passkeyId, name: 'Mine' }, requester)
      await expect(rename).rejects.toMatchObject(missing)
    }
    expect((await readPasskeys(auth, actor, requester)).passkeys).toMatchObject([{ name: 'My phone' }])
  })

  test('is stored once, also for another user, and there are twenty at most', async () => {
    const { actor } = await signedIn()
    const { device } = await add(actor)
    await expect(add(actor, device)).rejects.toMatchObject({ code: 'conflict' })
    const [row] = await fixture.database.db.select().from(passkeys).where(eq(passkeys.userId, actor.userId))
    if (!row) throw new Error('No passkey')
    const more = Array.from({ length: 19 }, (_, n) => ({ ...row, id: `psk_${n}`, credentialId: `more ${n}` }))
    await fixture.database.db.insert(passkeys).values(more)
    await expect(beginPasskey(fixture.system.auth, actor, requester)).rejects.toMatchObject({
      code: 'conflict',
    })
    const { actor: other } = await anotherPerson()
    await expect(add(other, device)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('is for a proven address only', async () => {
    const { actor } = await signedIn({ isProven: false })
    await expect(add(actor)).rejects.toMatchObject({ code: 'verification_required' })
  })

  test('is not offered at a bare IP address, or at plain http', async () => {
    const { actor } = await signedIn()
    for (const origin of ['http://127.0.0.1:3000', 'http://leads.example'])
      await expect(beginPasskey(fixture.system.auth, actor, { ...requester, origin })).rejects.toMatchObject({
        code: 'conflict',
      })
  })

  test('of one host does not work at the other, unless both share a parent', async () => {
    const { actor } = await signedIn()
    const sites = { leads: 'https://leads.example.com', courses: 'https://courses.example.com' }
    const system = accountsSystem(fixture.database.db, { origins: [sites.leads, sites.courses] })
    const at = (auth: typeof system.auth, host: string) => ({
      add: async () => {
        const from = { ...requester, origin: sites.leads }
        const device = new TestAuthenticator({ origin: sites.leads, rpId: host })
        const { options } = await beginPasskey(auth, actor, from)
        await addPasskey(auth, actor, { name: 'Key', credential: device.create(options) }, from)
        return device
      },
      useAtCourses: async (device: TestAuthenticator) => {
        const from = { ...requester, origin: sites.courses }
        const { options } = await offerPasskeySignIn(auth, from, undefined)
        const credential = device.use(options, { origin: sites.courses })
        return await signInWithPasskey(auth, from, { credential })
      },
    })
    const apart = at(system.auth, 'leads.example.com')
    await expect(apart.useAtCourses(await apart.add())).rejects.toMatchObject(refused)
    const shared = at({ ...system.auth, passkeyHost: 'example.com' }, 'example.com')
    expect(await shared.useAtCourses(await shared.add())).toMatchObject({
      body: { user: { id: actor.userId } },
    })
  })
})

describe('an answer of an authenticator', () => {
  test.each<[string, Lies]>([
    ['another site', { origin: 'http://evil.example' }],
    ['our other site', { origin: 'http://localhost:3001' }],
    ['another host', { rpId: 'evil.example' }],
    ['no PIN, finger or face', { isUnverified: true }],
    ['a challenge of nobody', { challenge: Buffer.from('made up').toString('base64url') }],
  ])('with %s is refused, for a new passkey and for a log-in', async (_, lies) => {
    const { actor } = await signedIn()
    await expect(add(actor, undefined, lies)).rejects.toMatchObject(refused)
    const { device } = await add(actor)
    await expect(signIn(device, lies)).rejects.toMatchObject(refused)
  })

  test('of another user, of an unknown device or with a wrong signature is refused with one error', async () => {
    const { actor } = await signedIn()
    const { device } = await add(actor)
    const userHandle = Buffer.from('usr_somebody_else').toString('base64url')
    await expect(signIn(device, { userHandle })).rejects.toMatchObject(refused)
    await expect(signIn(new TestAuthenticator({ origin, rpId }))).rejects.toMatchObject(refused)
    const { options } = await offerPasskeySignIn(fixture.system.auth, requester, undefined)
    const good = device.use(options)
    const other = new TestAuthenticator({ origin, rpId }).use(options)
    const credential = { ...good, response: { ...good.response, signature: other.response.signature } }
    await expect(signInWithPasskey(fixture.system.auth, requester, { credential })).rejects.toMatchObject(
      refused,
    )
  })

  test('works once: sent again, or twenty times in parallel, it signs in no second time', async () => {
    const { actor } = await signedIn()
    const { device } = await add(actor)
    const { options } = await offerPasskeySignIn(fixture.system.auth, requester, undefined)
    const credential = device.use(options)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => signInWithPasskey(fixture.system.auth, requester, { credential })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(signInWithPasskey(fixture.system.auth, requester, { credential })).rejects.toMatchObject(
      refused,
    )
  })

  test('to a challenge of another session or use is refused', async () => {
    const { actor } = await signedIn()
    const { auth } = fixture.system
    const { device } = await add(actor)
    const { actor: other } = await anotherPerson()
    const { options } = await beginPasskey(auth, other, requester)
    const credential = new TestAuthenticator({ origin, rpId }).create(options)
    await expect(addPasskey(auth, actor, { name: 'Key', credential }, requester)).rejects.toMatchObject(
      refused,
    )
    const again = await offerReauthentication(auth, actor, requester)
    const answer = { credential: device.use(again.options) }
    await expect(signInWithPasskey(auth, requester, answer)).rejects.toMatchObject(refused)
    const anybody = await offerPasskeySignIn(auth, requester, undefined)
    const signing = device.use(anybody.options)
    await expect(reauthenticateWithPasskey(auth, actor, signing, requester)).rejects.toMatchObject(refused)
  })

  test('whose count goes back or stays the same is refused and recorded: two devices have the passkey', async () => {
    const { actor } = await signedIn()
    const { device } = await add(actor)
    await signIn(device, { counter: 7 })
    for (const counter of [7, 3, 0]) await expect(signIn(device, { counter })).rejects.toMatchObject(refused)
    expect(await signIn(device, { counter: 8 })).toBeDefined()
    const isNoted = eq(auditLog.action, 'passkey.count_went_back')
    const noted = await fixture.database.db.select().from(auditLog).where(isNoted)
    expect(noted).toMatchObject([
      { subjectUserId: actor.userId, details: { before: 7, now: 7 } },
      { details: { before: 7, now: 3 } },
      { details: { before: 7, now: 0 } },
    ])
  })

  test('of an authenticator that does not count is accepted each time', async () => {
    const { actor } = await signedIn()
    const { device } = await add(actor)
    for (const _ of [1, 2]) expect(await signIn(device, { counter: 0 })).toBeDefined()
  })
})

describe('as the second step', () => {
  async function withTwoFactor() {
    const { actor } = await signedIn()
    const { auth } = fixture.system
    const { secret } = await beginTwoFactor(auth, actor)
    await confirmTwoFactor(auth, actor, new TOTP({ secret: Secret.fromBase32(secret) }).generate(), requester)
    return { actor, ...(await add(actor)) }
  }

  test('a passkey replaces the code, with the ticket, once', async () => {
    const { actor, device } = await withTwoFactor()
    const { code, ticket } = await fixture.signIn()
    expect(code).toBe('two_factor_required')
    expect(await signIn(device, {}, ticket)).toMatchObject({ body: { user: { id: actor.userId } } })
    await expect(signIn(device, {}, ticket)).rejects.toMatchObject({ code: 'gone' })
  })

  test('another user’s passkey does not', async () => {
    await withTwoFactor()
    const { ticket } = await fixture.signIn()
    const { actor } = await anotherPerson()
    const { device } = await add(actor)
    await expect(signIn(device, {}, ticket)).rejects.toMatchObject(refused)
  })
})
