import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addActor, readInvitation } from '../../companies/testing.ts'
import { findCompanyOf } from '../../queries.ts'
import { users } from '../../tables.ts'
import { findStanding, openInvitation } from '../queries.ts'
import { type InvitationStage, openInvitationStage, password } from '../testing.ts'
import { acceptInvitation } from './commands.ts'

let stage: InvitationStage
const standing = openInvitationStage()
beforeEach(() => {
  stage = standing()
})

describe('the link of an invitation', () => {
  test('lets a person in who has an account, as what they were invited as, once', async () => {
    await stage.invite(stage.guest(), stage.owner, 'viewer')
    const token = readInvitation(stage.house, stage.guest())
    const actor = await addActor(stage.house, stage.guest())
    const joined = await acceptInvitation(stage.house.auth, { actor, token, caller: stage.from() })
    expect(joined).toMatchObject({ companyId: stage.owner.scope.companyId, role: 'viewer' })
    expect(await findCompanyOf(stage.database.db, actor.userId)).toMatchObject(
      stage.owner.scope.companyId ? { role: 'viewer' } : {},
    )
    expect(await findStanding(stage.database.db, actor, new Date())).toMatchObject({
      inviteStatus: 'accepted',
    })
    const again = acceptInvitation(stage.house.auth, { actor, token, caller: stage.from() })
    await expect(again).rejects.toMatchObject({ status: 410 })
    expect(await stage.audits(stage.owner.scope.companyId)).toEqual([
      'invitation.sent',
      'invitation.accepted',
    ])
  })

  test('makes an account with a proven address and no company of its own for somebody new', async () => {
    await stage.invite(stage.guest())
    const joined = await stage.signUp(readInvitation(stage.house, stage.guest()), 'New Guest')
    expect(joined).toMatchObject({
      email: stage.guest(),
      companyId: stage.owner.scope.companyId,
      role: 'member',
    })
    const [person] = await stage.database.db.select().from(users).where(eq(users.email, stage.guest()))
    expect(person).toMatchObject({ emailVerified: true, name: 'New Guest' })
    expect(await findCompanyOf(stage.database.db, person?.id ?? '')).toMatchObject({ role: 'member' })
    expect(stage.house.createdCompanies).toHaveLength(1)
    const signedIn = await stage.house.call('/sign-in/email', {
      body: { email: stage.guest(), password },
    })
    expect(signedIn.status).toBe(200)
  })

  test('tells who holds its link which company it is and whether to log in', async () => {
    await stage.invite(stage.guest())
    const token = readInvitation(stage.house, stage.guest())
    const opened = await openInvitation(stage.house.auth, token, stage.from())
    expect(opened).toMatchObject({ email: stage.guest(), role: 'member', hasAccount: false })
    await addActor(stage.house, stage.guest())
    expect(await openInvitation(stage.house.auth, token, stage.from())).toMatchObject({ hasAccount: true })
    await expect(stage.signUp(token)).rejects.toMatchObject({ status: 409, details: { hasAccount: true } })
  })

  test('is for one address: nobody else gets in with the link, proven or not', async () => {
    await stage.invite(stage.guest())
    const token = readInvitation(stage.house, stage.guest())
    const other = await addActor(stage.house, stage.guest('other'))
    const wrong = acceptInvitation(stage.house.auth, { actor: other, token, caller: stage.from() })
    await expect(wrong).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    const actor = { ...(await addActor(stage.house, stage.guest())), emailVerified: false }
    const unproven = acceptInvitation(stage.house.auth, { actor, token, caller: stage.from() })
    await expect(unproven).rejects.toMatchObject({ status: 403, code: 'verification_required' })
    await acceptInvitation(stage.house.auth, {
      actor: { ...actor, emailVerified: true },
      token,
      caller: stage.from(),
    })
  })

  test('an unknown, used, replaced, revoked or late link is one and the same answer', async () => {
    const outcomes: unknown[] = []
    for (const token of ['nonsense', 'x'.repeat(43), ''])
      outcomes.push(
        await openInvitation(stage.house.auth, token, stage.from()).catch((error: Error) => error.message),
      )
    expect(new Set(outcomes).size).toBe(1)
  })
})
