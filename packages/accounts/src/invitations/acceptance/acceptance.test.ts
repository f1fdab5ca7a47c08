import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addActor, readInvitation } from '../../companies/testing.ts'
import { findCompanyOf } from '../../queries.ts'
import { users } from '../../tables.ts'
import { findInviteState, openInvitation } from '../queries.ts'
import { type InvitationFixture, openInvitationFixture, password } from '../testing.ts'
import { acceptInvitation } from './commands.ts'

let fixture: InvitationFixture
const currentFixture = openInvitationFixture()
beforeEach(() => {
  fixture = currentFixture()
})

describe('the link of an invitation', () => {
  test('lets a user with an account join once, with the role they were invited for', async () => {
    await fixture.invite(fixture.guest(), fixture.owner, 'viewer')
    const token = readInvitation(fixture.system, fixture.guest())
    const actor = await addActor(fixture.system, fixture.guest())
    const joined = await acceptInvitation(fixture.system.auth, { actor, token, caller: fixture.from() })
    expect(joined).toMatchObject({ companyId: fixture.owner.scope.companyId, role: 'viewer' })
    expect(await findCompanyOf(fixture.database.db, actor.userId)).toMatchObject(
      fixture.owner.scope.companyId ? { role: 'viewer' } : {},
    )
    expect(await findInviteState(fixture.database.db, actor, new Date())).toMatchObject({
      inviteStatus: 'accepted',
    })
    const again = acceptInvitation(fixture.system.auth, { actor, token, caller: fixture.from() })
    await expect(again).rejects.toMatchObject({ status: 410 })
    expect(await fixture.audits(fixture.owner.scope.companyId)).toEqual([
      'invitation.sent',
      'invitation.accepted',
    ])
  })

  test('makes an account with a proven address and no company of its own for somebody new', async () => {
    await fixture.invite(fixture.guest())
    const joined = await fixture.signUp(readInvitation(fixture.system, fixture.guest()), 'New Guest')
    expect(joined).toMatchObject({
      email: fixture.guest(),
      companyId: fixture.owner.scope.companyId,
      role: 'member',
    })
    const [person] = await fixture.database.db.select().from(users).where(eq(users.email, fixture.guest()))
    expect(person).toMatchObject({ emailVerified: true, name: 'New Guest' })
    expect(await findCompanyOf(fixture.database.db, person?.id ?? '')).toMatchObject({ role: 'member' })
    expect(fixture.system.createdCompanies).toHaveLength(1)
    const signedIn = await fixture.system.call('/sign-in/email', {
      body: { email: fixture.guest(), password },
    })
    expect(signedIn.status).toBe(200)
  })

  test('shows anybody who has the link which company it is and whether to log in', async () => {
    await fixture.invite(fixture.guest())
    const token = readInvitation(fixture.system, fixture.guest())
    const opened = await openInvitation(fixture.system.auth, token, fixture.from())
    expect(opened).toMatchObject({ email: fixture.guest(), role: 'member', hasAccount: false })
    await addActor(fixture.system, fixture.guest())
    expect(await openInvitation(fixture.system.auth, token, fixture.from())).toMatchObject({
      hasAccount: true,
    })
    await expect(fixture.signUp(token)).rejects.toMatchObject({ status: 409, details: { hasAccount: true } })
  })

  test('is for one address: nobody else can join with the link, proven or not', async () => {
    await fixture.invite(fixture.guest())
    const token = readInvitation(fixture.system, fixture.guest())
    const other = await addActor(fixture.system, fixture.guest('other'))
    const wrong = acceptInvitation(fixture.system.auth, { actor: other, token, caller: fixture.from() })
    await expect(wrong).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    const actor = { ...(await addActor(fixture.system, fixture.guest())), emailVerified: false }
    const unproven = acceptInvitation(fixture.system.auth, { actor, token, caller: fixture.from() })
    await expect(unproven).rejects.toMatchObject({ status: 403, code: 'verification_required' })
    await acceptInvitation(fixture.system.auth, {
      actor: { ...actor, emailVerified: true },
      token,
      caller: fixture.from(),
    })
  })

  test('an unknown, used, replaced, revoked or expired link gets one and the same answer', async () => {
    const outcomes: unknown[] = []
    for (const token of ['nonsense', 'x'.repeat(43), ''])
      outcomes.push(
        await openInvitation(fixture.system.auth, token, fixture.from()).catch(
          (error: Error) => error.message,
        ),
      )
    expect(new Set(outcomes).size).toBe(1)
  })
})
