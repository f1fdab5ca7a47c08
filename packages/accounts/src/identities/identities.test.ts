import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkCredentials } from '../credentials/health/queries.ts'
import { deleteAccount } from '../deletion/commands.ts'
import { readPersonalData } from '../deletion/queries.ts'
import { requireReauthenticated } from '../sessions/commands.ts'
import { accounts, auditLog, sessions, users } from '../tables.ts'
import { type Fixture, openFixture } from '../testing.ts'
import { beginTwoFactor, confirmTwoFactor } from '../two-factor/commands.ts'
import { beginIdentityLink, readIdentities, unlinkIdentity } from './commands.ts'
import { beginIdentityReauthentication } from './reauthenticate.ts'
import { comeBack, cookieOf, identitySteps, requester, sentBy, signUpWithPassword } from './testing.ts'

let fixture: Fixture
const currentFixture = openFixture()
beforeEach(() => {
  fixture = currentFixture()
})

const { issuer, auth, addAccount, through, signIn, actorOf, link } = identitySteps(() => fixture)
const db = () => fixture.database.db

const anotherPerson = async () => {
  fixture.email = `other.${fixture.email}`
  return await signUpWithPassword(fixture)
}

const linkedTo = async (userId: string) =>
  (await db().select().from(accounts).where(eq(accounts.userId, userId)))
    .map(({ providerId }) => providerId)
    .filter((each) => each !== 'credential')

describe('an identity in the settings', () => {
  test('is linked whatever its address is, listed, notified by mail, logs in, and is unlinked', async () => {
    const { actor } = await signUpWithPassword(fixture)
    const subject = addAccount({ email: `work.${fixture.email}`, email_verified: false })
    expect((await link(actor, subject)).body).toEqual({ purpose: 'link', next: null, isNew: false })
    const { identities, providers } = await readIdentities(auth(), actor)
    expect(identities).toMatchObject([{ providerId: 'acme', label: 'Acme', lastUsedAt: null }])
    expect(providers.map(({ id }) => id)).toEqual(['acme', 'zenith'])
    expect(fixture.system.mails.at(-1)).toMatchObject({
      props: { subject: 'Acme was linked to your account' },
    })
    expect(await actorOf(cookieOf(await signIn(subject)))).toMatchObject({ userId: actor.userId })
    expect((await readIdentities(auth(), actor)).identities[0]?.lastUsedAt).not.toBeNull()
    await unlinkIdentity(auth(), actor, identities[0]?.id ?? '', requester)
    expect(fixture.system.mails.at(-1)).toMatchObject({
      props: { subject: 'Acme was unlinked from your account' },
    })
    await expect(signIn(subject)).rejects.toMatchObject({ code: 'verification_required' })
    const trail = await db().select().from(auditLog).where(eq(auditLog.subjectUserId, actor.userId))
    expect(trail.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['identity.linked', 'identity.unlinked']),
    )
  })

  test('belongs to one user: nobody else can link, see or unlink it', async () => {
    const { actor } = await signUpWithPassword(fixture)
    const subject = addAccount({ email: fixture.email })
    await link(actor, subject)
    await expect(link(actor, subject)).rejects.toMatchObject({
      message: 'That log-in is linked to your account already.',
    })
    const { actor: other } = await anotherPerson()
    await expect(link(other, subject)).rejects.toMatchObject({
      code: 'conflict',
      message: 'That log-in belongs to another account here.',
    })
    expect(await linkedTo(other.userId)).toEqual([])
    const [identity] = (await readIdentities(auth(), actor)).identities
    expect((await readIdentities(auth(), other)).identities).toEqual([])
    const refused = { code: 'not_found' }
    await expect(unlinkIdentity(auth(), other, identity?.id ?? '', requester)).rejects.toMatchObject(refused)
    expect(await linkedTo(actor.userId)).toHaveLength(1)
  })

  test('the password is not an identity: it cannot be unlinked', async () => {
    const { actor } = await signUpWithPassword(fixture)
    const [credential] = await db().select().from(accounts).where(eq(accounts.userId, actor.userId))
    const unlinking = unlinkIdentity(auth(), actor, credential?.id ?? '', requester)
    await expect(unlinking).rejects.toMatchObject({ code: 'not_found' })
    expect((await fixture.signIn()).status).toBe(200)
  })

  test('the only way to log in cannot be removed; one of two can', async () => {
    const actor = await actorOf(cookieOf(await signIn(addAccount({ email: fixture.email }))))
    const { userId } = actor
    const [identity] = (await readIdentities(auth(), actor)).identities
    await expect(unlinkIdentity(auth(), actor, identity?.id ?? '', requester)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This is your only way to log in. Please choose a password by mail first.',
    })
    expect(await linkedTo(userId)).toHaveLength(1)
    const other = addAccount({ email: `else.${fixture.email}` })
    const sent = sentBy(await beginIdentityLink(auth(), actor, requester, { providerId: 'zenith' }))
    await comeBack(auth(), { ...(await through(sent, other)), actor, providerId: 'zenith' })
    await unlinkIdentity(auth(), actor, identity?.id ?? '', requester)
    expect(await linkedTo(userId)).toHaveLength(1)
  })

  test('of a provider that is no longer set up is shown by its host and is no way to log in', async () => {
    const actor = await actorOf(cookieOf(await signIn(addAccount({ email: fixture.email }))))
    const other = await link(actor, addAccount({ email: `else.${fixture.email}` }))
    expect(other.body.purpose).toBe('link')
    const without = { ...auth(), identityProviders: [] }
    const [identity] = (await readIdentities(without, actor)).identities
    const unlinking = unlinkIdentity(without, actor, identity?.id ?? '', requester)
    await expect(unlinking).rejects.toMatchObject({ code: 'conflict' })
    expect((await readIdentities(without, actor)).identities).toMatchObject([
      { providerId: null, label: new URL(issuer().url).host },
      { providerId: null },
    ])
  })

  test('is linked only with a proven address and in the user’s own log-in', async () => {
    const { actor } = await signUpWithPassword(fixture, { isProven: false })
    const asked = { providerId: 'acme' }
    await expect(beginIdentityLink(auth(), actor, requester, asked)).rejects.toMatchObject({
      code: 'verification_required',
    })
    await fixture.prove(actor.userId)
    const impersonated = { impersonatedBy: actor.userId }
    await db().update(sessions).set(impersonated).where(eq(sessions.id, actor.sessionId))
    await expect(beginIdentityLink(auth(), actor, requester, asked)).rejects.toMatchObject({
      code: 'forbidden',
    })
  })

  test('is not linked in another session than the one that began it', async () => {
    const { actor } = await signUpWithPassword(fixture)
    const sent = sentBy(await beginIdentityLink(auth(), actor, requester, { providerId: 'acme' }))
    const back = await through(sent, addAccount({ email: fixture.email }))
    const { actor: other } = await anotherPerson()
    await expect(comeBack(auth(), { ...back, actor: other })).rejects.toMatchObject({ code: 'gone' })
    expect(await linkedTo(actor.userId)).toEqual([])
    expect(await linkedTo(other.userId)).toEqual([])
  })
})

describe('an account that its owner recovers', () => {
  test('loses its links by a reset, also one in progress', async () => {
    const { actor } = await signUpWithPassword(fixture)
    const subject = addAccount({ email: `else.${fixture.email}`, email_verified: false })
    await link(actor, subject)
    const sent = sentBy(await beginIdentityLink(auth(), actor, requester, { providerId: 'acme' }))
    const back = await through(sent, addAccount({ email: `more.${fixture.email}` }))
    const token = await fixture.readResetToken()
    await fixture.system.call('/reset-password', { body: { token, newPassword: 'a fresh password' } })
    await expect(signIn(subject)).rejects.toMatchObject({ code: 'verification_required' })
    await expect(comeBack(auth(), { ...back, actor })).rejects.toMatchObject({ code: 'gone' })
    expect(await linkedTo(actor.userId)).toEqual([])
  })

  test('the doctor reports a link that must not be there', async () => {
    const { actor } = await signUpWithPassword(fixture)
    await link(actor, addAccount({ email: fixture.email }))
    const [row] = (await readIdentities(auth(), actor)).identities
    await db().update(users).set({ emailVerified: false }).where(eq(users.id, actor.userId))
    const found = (await checkCredentials(db())).filter(({ id }) => id === row?.id)
    expect(found).toMatchObject([{ detail: 'a linked identity of a never proven account' }])
    await fixture.prove(actor.userId)
  })

  test('the export names the links, and a deletion ends them', async () => {
    const { actor } = await signUpWithPassword(fixture)
    const subject = addAccount({ email: fixture.email })
    await link(actor, subject)
    const { identities } = await readPersonalData(db(), actor.userId)
    expect(identities).toMatchObject([{ issuer: issuer().url, linkedAt: expect.any(Date) }])
    await deleteAccount(auth(), actor, fixture.email, requester)
    expect(await linkedTo(actor.userId)).toEqual([])
    const answer = await signIn(subject)
    expect(answer.body.isNew).toBe(true)
    expect((await actorOf(cookieOf(answer))).userId).not.toBe(actor.userId)
  })
})

describe('re-authentication', () => {
  async function again(cookie: string, subject: string) {
    const actor = await actorOf(cookie)
    const sent = sentBy(
      await beginIdentityReauthentication(auth(), actor, requester, { providerId: 'acme', next: '/s' }),
    )
    expect(new URL(sent.url).searchParams.get('prompt')).toBe('login')
    return await comeBack(auth(), { ...(await through(sent, subject)), actor })
  }

  test('works at the provider for a user without a password', async () => {
    const subject = addAccount({ email: fixture.email })
    const cookie = cookieOf(await signIn(subject))
    expect((await again(cookie, subject)).body).toEqual({ purpose: 'again', next: '/s', isNew: false })
    requireReauthenticated(await actorOf(cookie), auth().clock.now())
  })

  test('does not work with somebody else’s identity', async () => {
    const cookie = cookieOf(await signIn(addAccount({ email: fixture.email })))
    const other = addAccount({ email: `other.${fixture.email}` })
    await signIn(other)
    await expect(again(cookie, other)).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(again(cookie, addAccount({ email: 'x@y.example' }))).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    expect((await actorOf(cookie)).reauthenticatedAt).toBeUndefined()
  })

  test('requires the code first where two-factor is on', async () => {
    const { actor } = await signUpWithPassword(fixture)
    await link(actor, addAccount({ email: fixture.email }))
    const { secret } = await beginTwoFactor(auth(), actor)
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    const { backupCodes } = await confirmTwoFactor(auth(), actor, code, requester)
    const ask = (given?: string) =>
      beginIdentityReauthentication(auth(), actor, requester, { providerId: 'acme', code: given })
    await expect(ask()).rejects.toMatchObject({ code: 'two_factor_required' })
    await expect(ask('000000')).rejects.toMatchObject({ code: 'invalid_request' })
    expect((await ask(backupCodes[0]?.replaceAll('-', ''))).body.url).toContain(issuer().url)
  })

  test('needs a provider that is linked', async () => {
    const { actor } = await signUpWithPassword(fixture)
    const asked = { providerId: 'acme' }
    await expect(beginIdentityReauthentication(auth(), actor, requester, asked)).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})
