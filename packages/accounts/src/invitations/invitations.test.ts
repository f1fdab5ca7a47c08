import { fakeClock } from '@freeor/testing/clock'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Acting } from '../companies/commands.ts'
import { readSeats } from '../companies/queries.ts'
import { addActor, addMember, addOwner, readInvitation, testCaller } from '../companies/testing.ts'
import { auditLog, companyMembers } from '../tables.ts'
import { accountsHouse } from '../testing.ts'
import { acceptInvitation } from './acceptance/commands.ts'
import { invitePerson, resendInvitation, revokeInvitation } from './commands.ts'
import { findStanding, listInvitations, openInvitation } from './queries.ts'
import { invitations } from './tables.ts'
import { type InvitationStage, openInvitationStage } from './testing.ts'

let stage: InvitationStage
const standing = openInvitationStage()
beforeEach(() => {
  stage = standing()
})

describe('an invitation', () => {
  test('is mailed with a link whose token stands nowhere in the database', async () => {
    const made = await stage.invite(stage.guest())
    expect(made).toMatchObject({
      email: stage.guest(),
      role: 'member',
      inviteStatus: 'pending',
      expired: false,
    })
    expect(Date.parse(made.expiresAt) - Date.parse(made.sentAt)).toBe(48 * 3_600_000)
    const token = readInvitation(stage.house, stage.guest())
    expect(token.length).toBeGreaterThanOrEqual(43)
    const [row] = await stage.database.db.select().from(invitations).where(eq(invitations.id, made.id))
    expect(JSON.stringify(row)).not.toContain(token)
    expect(JSON.stringify(await stage.database.db.select().from(auditLog))).not.toContain(token)
    expect(await stage.audits(stage.owner.scope.companyId)).toEqual(['invitation.sent'])
  })

  test('answers an address with an account and one without alike', async () => {
    await addOwner(stage.house, stage.guest('known'))
    const answers = [await stage.invite(stage.guest('known')), await stage.invite(stage.guest('fresh'))]
    const [known, fresh] = answers.map(({ id, email, sentAt, expiresAt, ...rest }) => rest)
    expect(known).toEqual(fresh)
    const [first, second] = stage.house.mails.map(({ template }) => template)
    expect(first).toBe(second)
  })

  test('sent again has a new link, and the one before is dead', async () => {
    const { id } = await stage.invite(stage.guest())
    const before = readInvitation(stage.house, stage.guest())
    await resendInvitation(stage.house.auth, stage.owner, id)
    await expect(stage.accept(stage.guest(), before)).rejects.toMatchObject({ status: 410 })
    expect(
      await openInvitation(stage.house.auth, readInvitation(stage.house, stage.guest()), stage.from()),
    ).toMatchObject({
      email: stage.guest(),
    })
  })

  test('taken back is over, and its seat is free', async () => {
    stage.house.seats = 1
    const { id } = await stage.invite(stage.guest())
    await expect(stage.invite(stage.guest('second'))).rejects.toMatchObject({ status: 402 })
    await revokeInvitation(stage.house.auth, stage.owner, id)
    await expect(stage.accept(stage.guest())).rejects.toMatchObject({ status: 410 })
    await stage.invite(stage.guest('second'))
    expect(await stage.audits(stage.owner.scope.companyId)).toEqual([
      'invitation.sent',
      'invitation.revoked',
      'invitation.sent',
    ])
  })

  test('runs out after 48 hours; its seat is free then, and it can be sent again', async () => {
    const clock = fakeClock('2027-01-31T10:00:00Z')
    stage.house = accountsHouse(stage.database.db, { clock })
    stage.house.seats = 1
    const { id } = await stage.invite(stage.guest())
    const token = readInvitation(stage.house, stage.guest())
    clock.advance(48 * 3_600_000 - 1)
    expect(await openInvitation(stage.house.auth, token, stage.from())).toMatchObject({
      email: stage.guest(),
    })
    clock.advance(1)
    await expect(openInvitation(stage.house.auth, token, stage.from())).rejects.toMatchObject({ status: 410 })
    expect(await listInvitations(stage.database.db, stage.owner.scope, clock.now())).toMatchObject([
      { id, expired: true },
    ])
    expect(await readSeats(stage.house.auth, stage.database.db, stage.owner.scope.companyId)).toMatchObject({
      offered: 0,
    })
    await resendInvitation(stage.house.auth, stage.owner, id)
    await stage.accept(stage.guest())
  })

  test('of somebody who is in or invited is a conflict', async () => {
    await stage.invite(stage.guest())
    await expect(stage.invite(stage.guest())).rejects.toMatchObject({ status: 409 })
    await stage.accept(stage.guest())
    await expect(stage.invite(stage.guest())).rejects.toMatchObject({ status: 409 })
  })

  test('is refused by the plan without seats, with what the plan allows', async () => {
    stage.house.seats = 0
    await expect(stage.invite(stage.guest())).rejects.toMatchObject({
      code: 'payment_required',
      details: { seats: { allowed: 0, taken: 0, offered: 0 } },
    })
    expect(stage.house.mails).toEqual([])
  })

  /** Invites the guest and sends the invitation again, five mails in all. */
  async function sendFive(acting = stage.owner): Promise<string> {
    const { id } = await stage.invite(stage.guest(), acting)
    for (let sent = 1; sent < 5; sent += 1) await resendInvitation(stage.house.auth, acting, id)
    return id
  }
  const neighbour = (n = 0) => addOwner(stage.house, `neighbour${stage.number}-${n}@hosts.example`)

  test('goes to one address at most five times a day, however often it is tried, and keeps no other company from it', async () => {
    const id = await sendFive()
    for (let n = 0; n < 30; n += 1)
      await expect(resendInvitation(stage.house.auth, stage.owner, id)).rejects.toMatchObject({ status: 429 })
    await stage.invite(stage.guest(), await neighbour())
    expect(stage.house.mails).toHaveLength(6)
  })

  test('goes to one address at most twenty times a day over all companies', async () => {
    for (let n = 0; n < 4; n += 1) await sendFive(await neighbour(n))
    await expect(stage.invite(stage.guest())).rejects.toMatchObject({ status: 429 })
    expect(stage.house.mails).toHaveLength(20)
  })

  test('that the plan refuses counts for nobody', async () => {
    stage.house.seats = 0
    for (let n = 0; n < 25; n += 1)
      await expect(stage.invite(stage.guest())).rejects.toMatchObject({ code: 'payment_required' })
    stage.house.seats = 25
    await sendFive()
  })

  test('of another company can be neither sent again nor taken back: it is a missing one', async () => {
    const other = await addOwner(stage.house, `neighbour${stage.number}@hosts.example`)
    const { id } = await stage.invite(stage.guest(), other)
    for (const attempt of [resendInvitation, revokeInvitation])
      await expect(attempt(stage.house.auth, stage.owner, id)).rejects.toMatchObject({ status: 404 })
  })

  test('that waits shows in the person’s own standing only once their address is proven', async () => {
    await stage.invite(stage.guest())
    const actor = await addActor(stage.house, stage.guest())
    const standing = (emailVerified: boolean) =>
      findStanding(stage.database.db, { ...actor, emailVerified }, new Date())
    expect(await standing(false)).toEqual({ inviteStatus: null, companyName: null })
    expect(await standing(true)).toMatchObject({ inviteStatus: 'pending' })
  })

  test('of whoever signs up for an account of their own is converted, and can still be accepted', async () => {
    const { auth } = stage.house
    const before = await addOwner(stage.house, stage.guest('before'))
    await stage.invite(stage.guest())
    await stage.invite(stage.guest('before'))
    const own = await addOwner(stage.house, stage.guest())
    const standing = ({ actor }: Acting, now = auth.clock.now()) =>
      findStanding(stage.database.db, actor, now)
    expect(await standing(own)).toMatchObject({ inviteStatus: 'converted' })
    expect(await findStanding(stage.database.db, { ...own.actor, emailVerified: false }, new Date())).toEqual(
      {
        inviteStatus: null,
        companyName: null,
      },
    )
    // Who had one before they were invited began nothing instead.
    expect(await standing(before)).toMatchObject({ inviteStatus: 'pending' })
    const later = new Date(auth.clock.now().getTime() + 50 * 3_600_000)
    expect(await standing(own, later)).toMatchObject({ inviteStatus: 'converted' })
    expect(await standing(before, later)).toMatchObject({ inviteStatus: null })
    const token = readInvitation(stage.house, stage.guest())
    await acceptInvitation(auth, { actor: own.actor, token, caller: testCaller })
    expect(await standing(own)).toMatchObject({ inviteStatus: 'accepted' })
  })
})

test('who may not manage people invites nobody, also when they lost the right a moment ago', async () => {
  const { companyId } = stage.owner.scope
  const member = await addMember(stage.house, { email: stage.guest('member'), role: 'member', companyId })
  await expect(stage.invite(stage.guest(), member)).rejects.toMatchObject({ status: 403 })
  const admin = await addMember(stage.house, { email: stage.guest('admin'), role: 'admin', companyId })
  await stage.database.db.delete(companyMembers).where(eq(companyMembers.userId, admin.scope.userId))
  await expect(stage.invite(stage.guest(), admin)).rejects.toMatchObject({
    status: 403,
    details: { lostAccess: true },
  })
})

test('links lead to the site the inviter is on', async () => {
  const caller = { ...testCaller, origin: 'http://localhost:3001' }
  await invitePerson(stage.house.auth, { ...stage.owner, caller }, { email: stage.guest(), role: 'member' })
  const [mail] = stage.house.mails
  expect(mail?.template === 'invitation' && mail.props.url).toMatch(
    /^http:\/\/localhost:3001\/invitation\?token=/,
  )
})
