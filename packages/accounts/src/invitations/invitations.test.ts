import { fakeClock } from '@freeor/testing/clock'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Acting } from '../companies/commands.ts'
import { readSeats } from '../companies/queries.ts'
import { addActor, addMember, addOwner, readInvitation, testCaller } from '../companies/testing.ts'
import { auditLog, companyMembers } from '../tables.ts'
import { accountsSystem } from '../testing.ts'
import { acceptInvitation } from './acceptance/commands.ts'
import { invitePerson, resendInvitation, revokeInvitation } from './commands.ts'
import { findInviteState, listInvitations, openInvitation } from './queries.ts'
import { invitations } from './tables.ts'
import { type InvitationFixture, openInvitationFixture } from './testing.ts'

let fixture: InvitationFixture
const currentFixture = openInvitationFixture()
beforeEach(() => {
  fixture = currentFixture()
})

describe('an invitation', () => {
  test('is mailed with a link whose token is nowhere in the database', async () => {
    const made = await fixture.invite(fixture.guest())
    expect(made).toMatchObject({
      email: fixture.guest(),
      role: 'member',
      inviteStatus: 'pending',
      expired: false,
    })
    expect(Date.parse(made.expiresAt) - Date.parse(made.sentAt)).toBe(48 * 3_600_000)
    const token = readInvitation(fixture.system, fixture.guest())
    expect(token.length).toBeGreaterThanOrEqual(43)
    const [row] = await fixture.database.db.select().from(invitations).where(eq(invitations.id, made.id))
    expect(JSON.stringify(row)).not.toContain(token)
    expect(JSON.stringify(await fixture.database.db.select().from(auditLog))).not.toContain(token)
    expect(await fixture.audits(fixture.owner.scope.companyId)).toEqual(['invitation.sent'])
  })

  test('gives the same answer for an address with an account and one without', async () => {
    await addOwner(fixture.system, fixture.guest('known'))
    const answers = [
      await fixture.invite(fixture.guest('known')),
      await fixture.invite(fixture.guest('fresh')),
    ]
    const [known, fresh] = answers.map(({ id, email, sentAt, expiresAt, ...rest }) => rest)
    expect(known).toEqual(fresh)
    const [first, second] = fixture.system.mails.map(({ template }) => template)
    expect(first).toBe(second)
  })

  test('sent again has a new link, and the old link no longer works', async () => {
    const { id } = await fixture.invite(fixture.guest())
    const before = readInvitation(fixture.system, fixture.guest())
    await resendInvitation(fixture.system.auth, fixture.owner, id)
    await expect(fixture.accept(fixture.guest(), before)).rejects.toMatchObject({ status: 410 })
    expect(
      await openInvitation(
        fixture.system.auth,
        readInvitation(fixture.system, fixture.guest()),
        fixture.from(),
      ),
    ).toMatchObject({
      email: fixture.guest(),
    })
  })

  test('that is revoked is over, and its seat is free', async () => {
    fixture.system.seats = 1
    const { id } = await fixture.invite(fixture.guest())
    await expect(fixture.invite(fixture.guest('second'))).rejects.toMatchObject({ status: 402 })
    await revokeInvitation(fixture.system.auth, fixture.owner, id)
    await expect(fixture.accept(fixture.guest())).rejects.toMatchObject({ status: 410 })
    await fixture.invite(fixture.guest('second'))
    expect(await fixture.audits(fixture.owner.scope.companyId)).toEqual([
      'invitation.sent',
      'invitation.revoked',
      'invitation.sent',
    ])
  })

  test('expires after 48 hours; then its seat is free, and it can be sent again', async () => {
    const clock = fakeClock('2027-01-31T10:00:00Z')
    fixture.system = accountsSystem(fixture.database.db, { clock })
    fixture.system.seats = 1
    const { id } = await fixture.invite(fixture.guest())
    const token = readInvitation(fixture.system, fixture.guest())
    clock.advance(48 * 3_600_000 - 1)
    expect(await openInvitation(fixture.system.auth, token, fixture.from())).toMatchObject({
      email: fixture.guest(),
    })
    clock.advance(1)
    await expect(openInvitation(fixture.system.auth, token, fixture.from())).rejects.toMatchObject({
      status: 410,
    })
    expect(await listInvitations(fixture.database.db, fixture.owner.scope, clock.now())).toMatchObject([
      { id, expired: true },
    ])
    expect(
      await readSeats(fixture.system.auth, fixture.database.db, fixture.owner.scope.companyId),
    ).toMatchObject({
      offered: 0,
    })
    await resendInvitation(fixture.system.auth, fixture.owner, id)
    await fixture.accept(fixture.guest())
  })

  test('of somebody who is a member or invited is a conflict', async () => {
    await fixture.invite(fixture.guest())
    await expect(fixture.invite(fixture.guest())).rejects.toMatchObject({ status: 409 })
    await fixture.accept(fixture.guest())
    await expect(fixture.invite(fixture.guest())).rejects.toMatchObject({ status: 409 })
  })

  test('is refused without a seat, with what the plan allows', async () => {
    fixture.system.seats = 0
    await expect(fixture.invite(fixture.guest())).rejects.toMatchObject({
      code: 'payment_required',
      details: { seats: { allowed: 0, taken: 0, offered: 0 } },
    })
    expect(fixture.system.mails).toEqual([])
  })

  /** Invites the guest and sends the invitation again, five mails in all. */
  async function sendFive(acting = fixture.owner): Promise<string> {
    const { id } = await fixture.invite(fixture.guest(), acting)
    for (let sent = 1; sent < 5; sent += 1) await resendInvitation(fixture.system.auth, acting, id)
    return id
  }
  const neighbour = (n = 0) => addOwner(fixture.system, `neighbour${fixture.number}-${n}@hosts.example`)

  test('goes to one address at most five times a day, and does not stop another company from inviting it', async () => {
    const id = await sendFive()
    for (let n = 0; n < 30; n += 1)
      await expect(resendInvitation(fixture.system.auth, fixture.owner, id)).rejects.toMatchObject({
        status: 429,
      })
    await fixture.invite(fixture.guest(), await neighbour())
    expect(fixture.system.mails).toHaveLength(6)
  })

  test('goes to one address at most twenty times a day over all companies', async () => {
    for (let n = 0; n < 4; n += 1) await sendFive(await neighbour(n))
    await expect(fixture.invite(fixture.guest())).rejects.toMatchObject({ status: 429 })
    expect(fixture.system.mails).toHaveLength(20)
  })

  test('that the plan refuses is not counted', async () => {
    fixture.system.seats = 0
    for (let n = 0; n < 25; n += 1)
      await expect(fixture.invite(fixture.guest())).rejects.toMatchObject({ code: 'payment_required' })
    fixture.system.seats = 25
    await sendFive()
  })

  test('of another company can be neither sent again nor revoked: it is not found', async () => {
    const other = await addOwner(fixture.system, `neighbour${fixture.number}@hosts.example`)
    const { id } = await fixture.invite(fixture.guest(), other)
    for (const attempt of [resendInvitation, revokeInvitation])
      await expect(attempt(fixture.system.auth, fixture.owner, id)).rejects.toMatchObject({ status: 404 })
  })

  test('that is pending shows in the user’s own status only once their address is proven', async () => {
    await fixture.invite(fixture.guest())
    const actor = await addActor(fixture.system, fixture.guest())
    const inviteState = (emailVerified: boolean) =>
      findInviteState(fixture.database.db, { ...actor, emailVerified }, new Date())
    expect(await inviteState(false)).toEqual({ inviteStatus: null, companyName: null })
    expect(await inviteState(true)).toMatchObject({ inviteStatus: 'pending' })
  })

  test('of a user who signs up for an account of their own is converted, and can still be accepted', async () => {
    const { auth } = fixture.system
    const before = await addOwner(fixture.system, fixture.guest('before'))
    await fixture.invite(fixture.guest())
    await fixture.invite(fixture.guest('before'))
    const own = await addOwner(fixture.system, fixture.guest())
    const inviteState = ({ actor }: Acting, now = auth.clock.now()) =>
      findInviteState(fixture.database.db, actor, now)
    expect(await inviteState(own)).toMatchObject({ inviteStatus: 'converted' })
    expect(
      await findInviteState(fixture.database.db, { ...own.actor, emailVerified: false }, new Date()),
    ).toEqual({
      inviteStatus: null,
      companyName: null,
    })
    // A user who had an account before the invitation is not converted.
    expect(await inviteState(before)).toMatchObject({ inviteStatus: 'pending' })
    const later = new Date(auth.clock.now().getTime() + 50 * 3_600_000)
    expect(await inviteState(own, later)).toMatchObject({ inviteStatus: 'converted' })
    expect(await inviteState(before, later)).toMatchObject({ inviteStatus: null })
    const token = readInvitation(fixture.system, fixture.guest())
    await acceptInvitation(auth, { actor: own.actor, token, caller: testCaller })
    expect(await inviteState(own)).toMatchObject({ inviteStatus: 'accepted' })
  })
})

test('an invitation needs the right to manage people, even if the inviter had it a moment ago', async () => {
  const { companyId } = fixture.owner.scope
  const member = await addMember(fixture.system, {
    email: fixture.guest('member'),
    role: 'member',
    companyId,
  })
  await expect(fixture.invite(fixture.guest(), member)).rejects.toMatchObject({ status: 403 })
  const admin = await addMember(fixture.system, { email: fixture.guest('admin'), role: 'admin', companyId })
  await fixture.database.db.delete(companyMembers).where(eq(companyMembers.userId, admin.scope.userId))
  await expect(fixture.invite(fixture.guest(), admin)).rejects.toMatchObject({
    status: 403,
    details: { lostAccess: true },
  })
})

test('the link of an invitation leads to the site the inviter is on', async () => {
  const caller = { ...testCaller, origin: 'http://localhost:3001' }
  await invitePerson(
    fixture.system.auth,
    { ...fixture.owner, caller },
    { email: fixture.guest(), role: 'member' },
  )
  const [mail] = fixture.system.mails
  expect(mail?.template === 'invitation' && mail.props.url).toMatch(
    /^http:\/\/localhost:3001\/invitation\?token=/,
  )
})
