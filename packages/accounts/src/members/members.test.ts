import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { createApiKey } from '../api-keys/commands.ts'
import { findKeyCaller } from '../api-keys/queries.ts'
import { addCompanyMember } from '../commands.ts'
import type { Acting } from '../companies/commands.ts'
import {
  addOwner,
  atWork,
  type CompanyFixture,
  openCompanyFixture,
  readInvitation,
  testCaller,
} from '../companies/testing.ts'
import { acceptInvitation } from '../invitations/acceptance/commands.ts'
import { invitePerson } from '../invitations/commands.ts'
import { findInviteState } from '../invitations/queries.ts'
import { joinByInvitation } from '../invitations/testing.ts'
import { companies } from '../tables.ts'
import { changeMemberRole, convertToOwnAccount, leaveCompany, removeMember } from './commands.ts'

let fixture: CompanyFixture
const currentFixture = openCompanyFixture()
beforeEach(() => {
  fixture = currentFixture()
})

const inviteStateOf = async ({ actor }: Acting) =>
  await findInviteState(fixture.database.db, actor, new Date())

describe('a role', () => {
  test('changes from the very next request on, with an audit row', async () => {
    const member = await fixture.join('member')
    await changeMemberRole(fixture.system.auth, fixture.owner, {
      memberId: await fixture.memberIdOf(member),
      role: 'viewer',
    })
    expect((await atWork(fixture.system, member.actor)).scope.role).toBe('viewer')
    expect(await fixture.lastAudit('member.role_changed')).toMatchObject({
      companyId: fixture.companyId,
      actorUserId: fixture.owner.scope.userId,
      subjectUserId: member.scope.userId,
      details: { before: 'member', after: 'viewer' },
    })
  })

  test('cannot be changed for oneself, the owner, or somebody of another company', async () => {
    const admin = await fixture.join('admin')
    const stranger = await addOwner(fixture.system, fixture.email('stranger'))
    const inside = await fixture.memberIdOf(await fixture.join('member'))
    const change = (acting: Acting, memberId: string) =>
      changeMemberRole(fixture.system.auth, acting, { memberId, role: 'viewer' })
    await expect(change(admin, await fixture.memberIdOf(admin))).rejects.toMatchObject({ status: 409 })
    await expect(change(admin, await fixture.memberIdOf(fixture.owner))).rejects.toMatchObject({
      status: 409,
    })
    await expect(change(stranger, inside)).rejects.toMatchObject({ status: 404 })
    await expect(change(fixture.owner, 'mem_none')).rejects.toMatchObject({ status: 404 })
  })
})

describe('a removal', () => {
  test('moves a user with a company of their own back to it', async () => {
    const guest = await addOwner(fixture.system, fixture.email('guest'))
    await invitePerson(fixture.system.auth, fixture.owner, { email: fixture.email('guest'), role: 'member' })
    const token = readInvitation(fixture.system, fixture.email('guest'))
    await acceptInvitation(fixture.system.auth, { actor: guest.actor, token, caller: testCaller })
    const inside = await atWork(fixture.system, guest.actor)
    expect(inside.scope).toMatchObject({ companyId: fixture.companyId, role: 'member' })
    await removeMember(fixture.system.auth, fixture.owner, await fixture.memberIdOf(inside))
    expect((await atWork(fixture.system, guest.actor)).scope).toEqual(guest.scope)
    expect(await inviteStateOf(guest)).toMatchObject({ inviteStatus: 'removed' })
    expect(fixture.system.removedMembers).toMatchObject([
      { companyId: fixture.companyId, userId: guest.scope.userId },
    ])
    expect(await fixture.lastAudit('member.removed')).toMatchObject({
      subjectUserId: guest.scope.userId,
      companyId: fixture.companyId,
    })
  })

  test('leaves a user without one without access, and they may convert to an account of their own, once', async () => {
    const newcomer = await joinByInvitation(fixture)
    await removeMember(fixture.system.auth, fixture.owner, await fixture.memberIdOf(newcomer))
    await expect(atWork(fixture.system, newcomer.actor)).rejects.toMatchObject({
      status: 403,
      details: { lostAccess: true },
    })
    expect(await inviteStateOf(newcomer)).toEqual({
      inviteStatus: 'removed',
      companyName: `owner${fixture.number}`,
    })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => convertToOwnAccount(fixture.system.auth, newcomer.actor, testCaller)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await atWork(fixture.system, newcomer.actor)).scope.role).toBe('owner')
    expect(await inviteStateOf(newcomer)).toMatchObject({ inviteStatus: 'converted' })
    const own = eq(companies.ownerUserId, newcomer.scope.userId)
    expect(await fixture.database.db.$count(companies, own)).toBe(1)
    expect(
      fixture.system.createdCompanies.filter(({ userId }) => userId === newcomer.scope.userId),
    ).toHaveLength(1)
    expect(await fixture.lastAudit('account.converted')).toMatchObject({ actorUserId: newcomer.scope.userId })
  })

  test('is refused for the owner, oneself, and somebody of another company', async () => {
    const admin = await fixture.join('admin')
    const stranger = await addOwner(fixture.system, fixture.email('stranger'))
    const remove = (acting: Acting, memberId: string) => removeMember(fixture.system.auth, acting, memberId)
    await expect(remove(admin, await fixture.memberIdOf(fixture.owner))).rejects.toMatchObject({
      status: 409,
    })
    await expect(remove(admin, await fixture.memberIdOf(admin))).rejects.toMatchObject({ status: 409 })
    await expect(remove(stranger, await fixture.memberIdOf(admin))).rejects.toMatchObject({ status: 404 })
    await expect(remove(await fixture.join('member'), await fixture.memberIdOf(admin))).rejects.toMatchObject(
      {
        status: 403,
      },
    )
  })

  test('of two admins who remove each other at the same time, one stays', async () => {
    const [first, second] = [await fixture.join('admin', 'first'), await fixture.join('admin', 'second')]
    const ids = [await fixture.memberIdOf(first), await fixture.memberIdOf(second)] as const
    const outcomes = await Promise.allSettled([
      removeMember(fixture.system.auth, first, ids[1]),
      removeMember(fixture.system.auth, second, ids[0]),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('ends the person’s keys of that company for good, also when they come back', async () => {
    const member = await fixture.join('member')
    const input = { name: 'Nightly', scopes: ['search' as const] }
    const { key } = await createApiKey(fixture.system.auth, member, input)
    expect(await findKeyCaller(fixture.system.auth, key)).toMatchObject({
      membership: { companyId: fixture.companyId },
    })
    await removeMember(fixture.system.auth, fixture.owner, await fixture.memberIdOf(member))
    expect(await findKeyCaller(fixture.system.auth, key)).toBeUndefined()
    const { userId } = member.scope
    await addCompanyMember(fixture.database.db, {
      companyId: fixture.companyId,
      userId,
      role: 'member',
      now: new Date(),
    })
    expect(await findKeyCaller(fixture.system.auth, key)).toBeUndefined()
  })

  test('is undone by another invitation', async () => {
    const newcomer = await joinByInvitation(fixture)
    await removeMember(fixture.system.auth, fixture.owner, await fixture.memberIdOf(newcomer))
    await invitePerson(fixture.system.auth, fixture.owner, { email: newcomer.actor.email, role: 'viewer' })
    const token = readInvitation(fixture.system, newcomer.actor.email)
    await acceptInvitation(fixture.system.auth, { actor: newcomer.actor, token, caller: testCaller })
    expect((await atWork(fixture.system, newcomer.actor)).scope).toMatchObject({
      companyId: fixture.companyId,
      role: 'viewer',
    })
    expect(await inviteStateOf(newcomer)).toMatchObject({ inviteStatus: 'accepted' })
  })
})

test('a member can leave, the owner cannot, and nobody with a company can convert', async () => {
  const member = await fixture.join('member')
  await expect(convertToOwnAccount(fixture.system.auth, member.actor, testCaller)).rejects.toMatchObject({
    status: 409,
  })
  await leaveCompany(fixture.system.auth, member)
  await expect(atWork(fixture.system, member.actor)).rejects.toMatchObject({ details: { lostAccess: true } })
  expect(await inviteStateOf(member)).toMatchObject({ inviteStatus: 'removed' })
  await expect(leaveCompany(fixture.system.auth, fixture.owner)).rejects.toMatchObject({ status: 409 })
})
