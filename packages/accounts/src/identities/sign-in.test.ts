import { and, eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { banUser, setSuperAdmin } from '../admin/commands.ts'
import { addPasskey, beginPasskey } from '../passkeys/commands.ts'
import { passkeys } from '../passkeys/tables.ts'
import { TestAuthenticator } from '../passkeys/testing/authenticator.ts'
import { enter } from '../sign-in/enter.ts'
import { signInWithCode } from '../sign-in/second-step.ts'
import { accounts, auditLog, companies, sessions, users } from '../tables.ts'
import { type Fixture, openFixture } from '../testing.ts'
import { beginTwoFactor, confirmTwoFactor } from '../two-factor/commands.ts'
import { requireStillLinked } from './link-identity.ts'
import { cookieOf, identitySteps, origin, requester, signUpWithPassword } from './testing.ts'

let fixture: Fixture
const currentFixture = openFixture()
beforeEach(() => {
  fixture = currentFixture()
})

const { issuer, auth, addAccount, signIn, actorOf, link } = identitySteps(() => fixture)
const db = () => fixture.database.db

const personOf = async (email = fixture.email) => {
  const [person] = await db().select().from(users).where(eq(users.email, email))
  return person
}

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

async function turnOnTwoFactor(actor: Parameters<typeof beginTwoFactor>[1]): Promise<string> {
  const { secret } = await beginTwoFactor(auth(), actor)
  const { backupCodes } = await confirmTwoFactor(auth(), actor, codeOf(secret), requester)
  return (backupCodes[0] ?? '').replaceAll('-', '')
}

describe('somebody new', () => {
  test('gets an account with a proven address, a company, what a sign-up gives, and a session', async () => {
    const subject = addAccount({ email: fixture.email.toUpperCase() })
    const answer = await signIn(subject, { next: '/settings' })
    expect(answer.body).toEqual({ purpose: 'sign-in', next: '/settings', isNew: true })
    const actor = await actorOf(cookieOf(answer))
    expect(actor).toMatchObject({ email: fixture.email, name: 'Ada', emailVerified: true })
    const { userId } = actor
    expect(fixture.system.createdCompanies).toMatchObject([{ userId, email: fixture.email }])
    expect(await db().$count(companies, eq(companies.homeOfUserId, userId))).toBe(1)
    const rows = await db().select().from(accounts).where(eq(accounts.userId, userId))
    expect(rows).toMatchObject([{ providerId: issuer().url, accountId: subject, password: null }])
    const trail = await db().select().from(auditLog).where(eq(auditLog.subjectUserId, userId))
    expect(trail.map(({ action }) => action)).toEqual(['account.created', 'session.started'])
    expect((await fixture.signIn()).status).toBe(401)
  })

  test('comes back into the same account, also after the address at the provider has changed', async () => {
    const subject = addAccount({ email: fixture.email })
    const { userId } = await actorOf(cookieOf(await signIn(subject)))
    issuer().people.set(subject, { email: `other.${fixture.email}`, email_verified: false })
    const again = await signIn(subject)
    expect(again.body).toEqual({ purpose: 'sign-in', next: null, isNew: false })
    expect(await actorOf(cookieOf(again))).toMatchObject({ userId, email: fixture.email })
    expect(await personOf(`other.${fixture.email}`)).toBeUndefined()
  })

  test('another account of the provider that gets the address does not get in with it', async () => {
    const subject = addAccount({ email: fixture.email })
    const { userId } = await actorOf(cookieOf(await signIn(subject)))
    const other = addAccount({ email: fixture.email, email_verified: false })
    await expect(signIn(other)).rejects.toMatchObject({ code: 'verification_required' })
    expect(await db().$count(accounts, eq(accounts.userId, userId))).toBe(1)
  })

  test('gets no account unless the provider says that the address is theirs', async () => {
    for (const claims of [
      { email: fixture.email, email_verified: false },
      { email: fixture.email, email_verified: undefined },
      { email: undefined },
      { email: 'not an address' },
    ]) {
      const subject = addAccount(claims as { email: string })
      await expect(signIn(subject)).rejects.toMatchObject({
        code: 'verification_required',
        message: expect.stringContaining('Acme does not confirm that your email address is yours.'),
      })
    }
    expect(await personOf()).toBeUndefined()
  })

  test('two windows at the same time make one account', async () => {
    const subject = addAccount({ email: fixture.email })
    const settled = await Promise.allSettled([signIn(subject), signIn(subject), signIn(subject)])
    expect(settled.some(({ status }) => status === 'fulfilled')).toBe(true)
    const isIt = and(eq(accounts.providerId, issuer().url), eq(accounts.accountId, subject))
    expect(await db().$count(accounts, isIt)).toBe(1)
    expect(fixture.system.createdCompanies).toHaveLength(1)
  })
})

describe('somebody with a password', () => {
  test('and a proven address is linked by the address, and notified by mail', async () => {
    const { actor, cookie } = await signUpWithPassword(fixture)
    const answer = await signIn(addAccount({ email: fixture.email }))
    expect(await actorOf(cookieOf(answer))).toMatchObject({ userId: actor.userId })
    expect(answer.body.isNew).toBe(false)
    expect(fixture.system.mails.at(-1)).toMatchObject({
      to: fixture.email,
      props: { subject: 'Acme was linked to your account' },
    })
    expect((await fixture.signIn()).status).toBe(200)
    expect(await actorOf(cookie)).toMatchObject({ userId: actor.userId })
  })

  test('is not linked by an address that the provider does not confirm', async () => {
    const { actor } = await signUpWithPassword(fixture)
    const subject = addAccount({ email: fixture.email, email_verified: false })
    await expect(signIn(subject)).rejects.toMatchObject({ code: 'verification_required' })
    expect(await db().$count(accounts, eq(accounts.userId, actor.userId))).toBe(1)
  })

  test('whose address was never proven keeps nothing of the stranger who typed it', async () => {
    const { actor, cookie } = await signUpWithPassword(fixture)
    const device = new TestAuthenticator({ origin, rpId: 'localhost' })
    const { options } = await beginPasskey(auth(), actor, requester)
    const credential = device.create(options)
    await addPasskey(auth(), actor, { name: 'The stranger’s', credential }, requester)
    const phone = { phone: '+15551234567', phoneVerifiedAt: new Date(), emailVerified: false }
    await db().update(users).set(phone).where(eq(users.id, actor.userId))
    const answer = await signIn(addAccount({ email: fixture.email }))
    const owner = cookieOf(answer)
    expect(await actorOf(owner)).toMatchObject({ userId: actor.userId, emailVerified: true })
    await expect(actorOf(cookie)).rejects.toThrow('Nobody')
    expect((await fixture.signIn()).status).toBe(401)
    expect(await db().$count(sessions, eq(sessions.userId, actor.userId))).toBe(1)
    expect(await db().$count(passkeys, eq(passkeys.userId, actor.userId))).toBe(0)
    const rows = await db().select().from(accounts).where(eq(accounts.userId, actor.userId))
    expect(rows.map(({ providerId }) => providerId)).toEqual([issuer().url])
    expect(await personOf()).toMatchObject({ phone: null, phoneVerifiedAt: null })
    const subjects = fixture.system.mails.map(({ props }) => ('subject' in props ? props.subject : ''))
    expect(subjects).toContain('The password of your account has ended')
  })

  test.each(['a super admin', 'two-factor on'])('and %s is linked by hand only', async (which) => {
    const { actor } = await signUpWithPassword(fixture)
    const { userId } = actor
    if (which === 'two-factor on') await turnOnTwoFactor(actor)
    else {
      const action = { superAdminUserId: undefined, userId, reason: 'a test', now: new Date() }
      await setSuperAdmin(db(), { ...action, isSuperAdmin: true })
    }
    await expect(signIn(addAccount({ email: fixture.email }))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('then link Acme in the settings'),
    })
    expect(await db().$count(accounts, eq(accounts.userId, userId))).toBe(1)
  })

  test('and two-factor on must give the code after a linked provider', async () => {
    const { actor } = await signUpWithPassword(fixture)
    const subject = addAccount({ email: fixture.email })
    await link(actor, subject)
    const backupCode = await turnOnTwoFactor(actor)
    const refusal: { details: Record<string, unknown> } = await signIn(subject, { next: '/x' }).then(
      () => expect.unreachable(),
      (error) => error,
    )
    expect(refusal).toMatchObject({
      code: 'two_factor_required',
      details: { next: '/x', email: fixture.email },
    })
    const ticket = String(refusal.details.ticket)
    const entered = await signInWithCode(auth(), requester, { ticket, code: backupCode })
    expect(await actorOf(cookieOf(entered))).toMatchObject({ userId: actor.userId })
  })
})

describe('a closed account', () => {
  test('can be neither entered nor linked by its address, and a ban ends the links it has', async () => {
    const { actor } = await signUpWithPassword(fixture)
    const subject = addAccount({ email: fixture.email })
    await link(actor, subject)
    const action = { superAdminUserId: undefined, userId: actor.userId, reason: 'spam', now: new Date() }
    await banUser(db(), action)
    expect(await db().$count(accounts, eq(accounts.userId, actor.userId))).toBe(1)
    await expect(signIn(subject)).rejects.toMatchObject({ code: 'forbidden' })
    const left = {
      id: `acc_left${fixture.number}`,
      userId: actor.userId,
      providerId: issuer().url,
      accountId: subject,
    }
    await db().insert(accounts).values(left)
    await expect(signIn(subject)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await db().$count(sessions, eq(sessions.userId, actor.userId))).toBe(0)
    await db().delete(accounts).where(eq(accounts.userId, actor.userId))
  })
})

test('an identity that is unlinked after the provider’s answer and before the session lets nobody in', async () => {
  const { actor } = await signUpWithPassword(fixture)
  const identity = { issuer: issuer().url, subject: 'never linked' }
  const entering = enter(auth(), requester, {
    userId: actor.userId,
    isRemembered: true,
    check: (tx) => requireStillLinked(tx, identity, actor.userId),
  })
  await expect(entering).rejects.toMatchObject({ code: 'unauthenticated' })
})
