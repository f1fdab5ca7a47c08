import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { createApiKey } from '../api-keys/commands.ts'
import { findKeyCaller } from '../api-keys/queries.ts'
import { addCompanyMember } from '../commands.ts'
import type { Acting } from '../companies/commands.ts'
import {
  addOwner,
  atWork,
  type CompanyStage,
  openCompanyStage,
  readInvitation,
  testCaller,
} from '../companies/testing.ts'
import { acceptInvitation } from '../invitations/acceptance/commands.ts'
import { invitePerson } from '../invitations/commands.ts'
import { findStanding } from '../invitations/queries.ts'
import { joinByInvitation } from '../invitations/testing.ts'
import { companies } from '../tables.ts'
import { changeMemberRole, convertToOwnAccount, leaveCompany, removeMember } from './commands.ts'

let stage: CompanyStage
const standing = openCompanyStage()
beforeEach(() => {
  stage = standing()
})

const standingOf = async ({ actor }: Acting) => await findStanding(stage.database.db, actor, new Date())

describe('a role', () => {
  test('is changed for the very next request, with an audit row', async () => {
    const member = await stage.join('member')
    await changeMemberRole(stage.house.auth, stage.owner, {
      memberId: await stage.memberIdOf(member),
      role: 'viewer',
    })
    expect((await atWork(stage.house, member.actor)).scope.role).toBe('viewer')
    expect(await stage.lastAudit('member.role_changed')).toMatchObject({
      companyId: stage.companyId,
      actorUserId: stage.owner.scope.userId,
      subjectUserId: member.scope.userId,
      details: { before: 'member', after: 'viewer' },
    })
  })

  test('is not one’s own to change, nor the owner’s, nor another company’s', async () => {
    const admin = await stage.join('admin')
    const stranger = await addOwner(stage.house, stage.email('stranger'))
    const inside = await stage.memberIdOf(await stage.join('member'))
    const change = (acting: Acting, memberId: string) =>
      changeMemberRole(stage.house.auth, acting, { memberId, role: 'viewer' })
    await expect(change(admin, await stage.memberIdOf(admin))).rejects.toMatchObject({ status: 409 })
    await expect(change(admin, await stage.memberIdOf(stage.owner))).rejects.toMatchObject({ status: 409 })
    await expect(change(stranger, inside)).rejects.toMatchObject({ status: 404 })
    await expect(change(stage.owner, 'mem_none')).rejects.toMatchObject({ status: 404 })
  })
})

describe('a removal', () => {
  test('leads somebody with a company of their own back into it', async () => {
    const guest = await addOwner(stage.house, stage.email('guest'))
    await invitePerson(stage.house.auth, stage.owner, { email: stage.email('guest'), role: 'member' })
    const token = readInvitation(stage.house, stage.email('guest'))
    await acceptInvitation(stage.house.auth, { actor: guest.actor, token, caller: testCaller })
    const inside = await atWork(stage.house, guest.actor)
    expect(inside.scope).toMatchObject({ companyId: stage.companyId, role: 'member' })
    await removeMember(stage.house.auth, stage.owner, await stage.memberIdOf(inside))
    expect((await atWork(stage.house, guest.actor)).scope).toEqual(guest.scope)
    expect(await standingOf(guest)).toMatchObject({ inviteStatus: 'removed' })
    expect(stage.house.removedMembers).toMatchObject([
      { companyId: stage.companyId, userId: guest.scope.userId },
    ])
    expect(await stage.lastAudit('member.removed')).toMatchObject({
      subjectUserId: guest.scope.userId,
      companyId: stage.companyId,
    })
  })

  test('leaves somebody without one outside, who may convert to an account of their own, once', async () => {
    const newcomer = await joinByInvitation(stage)
    await removeMember(stage.house.auth, stage.owner, await stage.memberIdOf(newcomer))
    await expect(atWork(stage.house, newcomer.actor)).rejects.toMatchObject({
      status: 403,
      details: { lostAccess: true },
    })
    expect(await standingOf(newcomer)).toEqual({
      inviteStatus: 'removed',
      companyName: `owner${stage.number}`,
    })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => convertToOwnAccount(stage.house.auth, newcomer.actor, testCaller)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await atWork(stage.house, newcomer.actor)).scope.role).toBe('owner')
    expect(await standingOf(newcomer)).toMatchObject({ inviteStatus: 'converted' })
    const own = eq(companies.ownerUserId, newcomer.scope.userId)
    expect(await stage.database.db.$count(companies, own)).toBe(1)
    expect(
      stage.house.createdCompanies.filter(({ userId }) => userId === newcomer.scope.userId),
    ).toHaveLength(1)
    expect(await stage.lastAudit('account.converted')).toMatchObject({ actorUserId: newcomer.scope.userId })
  })

  test('is not for the owner, oneself, or somebody of another company', async () => {
    const admin = await stage.join('admin')
    const stranger = await addOwner(stage.house, stage.email('stranger'))
    const remove = (acting: Acting, memberId: string) => removeMember(stage.house.auth, acting, memberId)
    await expect(remove(admin, await stage.memberIdOf(stage.owner))).rejects.toMatchObject({ status: 409 })
    await expect(remove(admin, await stage.memberIdOf(admin))).rejects.toMatchObject({ status: 409 })
    await expect(remove(stranger, await stage.memberIdOf(admin))).rejects.toMatchObject({ status: 404 })
    await expect(remove(await stage.join('member'), await stage.memberIdOf(admin))).rejects.toMatchObject({
      status: 403,
    })
  })

  test('of two admins who remove each other at once, one stays', async () => {
    const [first, second] = [await stage.join('admin', 'first'), await stage.join('admin', 'second')]
    const ids = [await stage.memberIdOf(first), await stage.memberIdOf(second)] as const
    const outcomes = await Promise.allSettled([
      removeMember(stage.house.auth, first, ids[1]),
      removeMember(stage.house.auth, second, ids[0]),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('ends the person’s keys of that company for good, also when they come back', async () => {
    const member = await stage.join('member')
    const input = { name: 'Nightly', scopes: ['search' as const] }
    const { key } = await createApiKey(stage.house.auth, member, input)
    expect(await findKeyCaller(stage.house.auth, key)).toMatchObject({
      membership: { companyId: stage.companyId },
    })
    await removeMember(stage.house.auth, stage.owner, await stage.memberIdOf(member))
    expect(await findKeyCaller(stage.house.auth, key)).toBeUndefined()
    const { userId } = member.scope
    await addCompanyMember(stage.database.db, {
      companyId: stage.companyId,
      userId,
      role: 'member',
      now: new Date(),
    })
    expect(await findKeyCaller(stage.house.auth, key)).toBeUndefined()
  })

  test('is undone by another invitation', async () => {
    const newcomer = await joinByInvitation(stage)
    await removeMember(stage.house.auth, stage.owner, await stage.memberIdOf(newcomer))
    await invitePerson(stage.house.auth, stage.owner, { email: newcomer.actor.email, role: 'viewer' })
    const token = readInvitation(stage.house, newcomer.actor.email)
    await acceptInvitation(stage.house.auth, { actor: newcomer.actor, token, caller: testCaller })
    expect((await atWork(stage.house, newcomer.actor)).scope).toMatchObject({
      companyId: stage.companyId,
      role: 'viewer',
    })
    expect(await standingOf(newcomer)).toMatchObject({ inviteStatus: 'accepted' })
  })
})

test('a member leaves by themselves, the owner cannot, and who belongs somewhere does not convert', async () => {
  const member = await stage.join('member')
  await expect(convertToOwnAccount(stage.house.auth, member.actor, testCaller)).rejects.toMatchObject({
    status: 409,
  })
  await leaveCompany(stage.house.auth, member)
  await expect(atWork(stage.house, member.actor)).rejects.toMatchObject({ details: { lostAccess: true } })
  expect(await standingOf(member)).toMatchObject({ inviteStatus: 'removed' })
  await expect(leaveCompany(stage.house.auth, stage.owner)).rejects.toMatchObject({ status: 409 })
})
