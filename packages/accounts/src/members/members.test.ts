import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApiKey } from '../api-keys/commands.ts'
import { findKeyCaller } from '../api-keys/queries.ts'
import { addCompanyMember } from '../commands.ts'
import { type Acting, changeCompanyProfile } from '../companies/commands.ts'
import { getCompany } from '../companies/queries.ts'
import { addActor, addMember, addOwner, atWork, readInvitation, testCaller } from '../companies/testing.ts'
import { acceptInvitation, signUpInvited } from '../invitations/acceptance/commands.ts'
import { invitePerson } from '../invitations/commands.ts'
import { findStanding } from '../invitations/queries.ts'
import { transferOwnership } from '../ownership/commands.ts'
import { auditLog, companies, companyMembers, users } from '../tables.ts'
import { type AccountsHouse, accountsHouse } from '../testing.ts'
import { changeMemberRole, convertToOwnAccount, leaveCompany, removeMember } from './commands.ts'
import { listCompanyUsers } from './queries.ts'

const password = 'correct horse battery'
let database: TestDatabase
let house: AccountsHouse
let owner: Acting
let companyId: string
let number = 0

const email = (name: string) => `${name}${number}@people.example`

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => await database.close())
beforeEach(async () => {
  number += 1
  house = accountsHouse(database.db)
  owner = await addOwner(house, email('owner'))
  companyId = owner.scope.companyId
})

const join = async (role: 'admin' | 'member' | 'viewer', name: string = role) =>
  await addMember(house, { email: email(name), role, companyId })

const memberIdOf = async ({ scope }: Acting): Promise<string> => {
  const isThem = and(eq(companyMembers.companyId, companyId), eq(companyMembers.userId, scope.userId))
  const [row] = await database.db.select().from(companyMembers).where(isThem)
  return row?.id ?? ''
}

/** Somebody who came by an invitation and has no company of their own. */
async function joinNew(name = 'newcomer'): Promise<Acting> {
  await invitePerson(house.auth, owner, { email: email(name), role: 'member' })
  const auth = {
    ...house.auth,
    hasher: { ...house.auth.hasher, hash: async () => 'no hash' },
  }
  await signUpInvited(auth, { token: readInvitation(house, email(name)), password }, testCaller)
  const [person] = await database.db
    .select()
    .from(users)
    .where(eq(users.email, email(name)))
  if (!person) throw new Error('Nobody joined')
  const { actor } = owner
  return await atWork(house, { ...actor, userId: person.id, email: person.email, name: person.name })
}

const standingOf = async ({ actor }: Acting) => await findStanding(database.db, actor, new Date())

const lastAudit = async (action: string) => {
  const rows = await database.db.select().from(auditLog).where(eq(auditLog.action, action))
  return rows.at(-1)
}

describe('the company', () => {
  test('tells its profile under the names of the specification, with the owner’s address until it has one', async () => {
    expect(await getCompany(house.auth, database.db, owner.scope)).toMatchObject({
      id: owner.scope.userId,
      companyProfile: { name: `owner${number}`, email: owner.actor.email },
      seats: { allowed: 25, taken: 0, offered: 0 },
    })
    const changed = await changeCompanyProfile(house.auth, owner, { email: 'office@acme.example' })
    expect(changed.companyProfile).toEqual({ name: `owner${number}`, email: 'office@acme.example' })
    expect(await lastAudit('company.changed')).toMatchObject({ companyId, actorUserId: owner.scope.userId })
  })

  test('is changed by its owner and admins, and by nobody who lost the right meanwhile', async () => {
    await changeCompanyProfile(house.auth, await join('admin'), { name: 'Acme' })
    const demoted = { ...(await join('member')), scope: { ...owner.scope, userId: 'usr_nobody' } }
    for (const who of [await join('viewer'), demoted])
      await expect(changeCompanyProfile(house.auth, who, { name: 'Mine' })).rejects.toMatchObject({
        status: 403,
      })
    expect((await getCompany(house.auth, database.db, owner.scope)).companyProfile.name).toBe('Acme')
  })

  test('lists its owner first, its people, and who is invited', async () => {
    await join('viewer')
    await joinNew()
    await invitePerson(house.auth, owner, { email: email('waiting'), role: 'admin' })
    const list = await listCompanyUsers(database.db, owner.scope, new Date())
    expect(list.map((one) => [one.email, one.role, one.inviteStatus])).toEqual([
      [email('owner'), 'owner', null],
      [email('viewer'), 'viewer', null],
      [email('newcomer'), 'member', 'accepted'],
      [email('waiting'), 'admin', 'pending'],
    ])
  })
})

describe('a role', () => {
  test('is changed for the very next request, with an audit row', async () => {
    const member = await join('member')
    await changeMemberRole(house.auth, owner, { memberId: await memberIdOf(member), role: 'viewer' })
    expect((await atWork(house, member.actor)).scope.role).toBe('viewer')
    expect(await lastAudit('member.role_changed')).toMatchObject({
      companyId,
      actorUserId: owner.scope.userId,
      subjectUserId: member.scope.userId,
      details: { before: 'member', after: 'viewer' },
    })
  })

  test('is not one’s own to change, nor the owner’s, nor another company’s', async () => {
    const admin = await join('admin')
    const stranger = await addOwner(house, email('stranger'))
    const inside = await memberIdOf(await join('member'))
    const change = (acting: Acting, memberId: string) =>
      changeMemberRole(house.auth, acting, { memberId, role: 'viewer' })
    await expect(change(admin, await memberIdOf(admin))).rejects.toMatchObject({ status: 409 })
    await expect(change(admin, await memberIdOf(owner))).rejects.toMatchObject({ status: 409 })
    await expect(change(stranger, inside)).rejects.toMatchObject({ status: 404 })
    await expect(change(owner, 'mem_none')).rejects.toMatchObject({ status: 404 })
  })
})

describe('a removal', () => {
  test('leads somebody with a company of their own back into it', async () => {
    const guest = await addOwner(house, email('guest'))
    await invitePerson(house.auth, owner, { email: email('guest'), role: 'member' })
    const token = readInvitation(house, email('guest'))
    await acceptInvitation(house.auth, { actor: guest.actor, token, caller: testCaller })
    const inside = await atWork(house, guest.actor)
    expect(inside.scope).toMatchObject({ companyId, role: 'member' })
    await removeMember(house.auth, owner, await memberIdOf(inside))
    expect((await atWork(house, guest.actor)).scope).toEqual(guest.scope)
    expect(await standingOf(guest)).toMatchObject({ inviteStatus: 'removed' })
    expect(house.removedMembers).toMatchObject([{ companyId, userId: guest.scope.userId }])
    expect(await lastAudit('member.removed')).toMatchObject({ subjectUserId: guest.scope.userId, companyId })
  })

  test('leaves somebody without one outside, who may convert to an account of their own, once', async () => {
    const newcomer = await joinNew()
    await removeMember(house.auth, owner, await memberIdOf(newcomer))
    await expect(atWork(house, newcomer.actor)).rejects.toMatchObject({
      status: 403,
      details: { lostAccess: true },
    })
    expect(await standingOf(newcomer)).toEqual({ inviteStatus: 'removed', companyName: `owner${number}` })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => convertToOwnAccount(house.auth, newcomer.actor, testCaller)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await atWork(house, newcomer.actor)).scope.role).toBe('owner')
    expect(await standingOf(newcomer)).toMatchObject({ inviteStatus: 'converted' })
    const own = eq(companies.ownerUserId, newcomer.scope.userId)
    expect(await database.db.$count(companies, own)).toBe(1)
    expect(house.createdCompanies.filter(({ userId }) => userId === newcomer.scope.userId)).toHaveLength(1)
    expect(await lastAudit('account.converted')).toMatchObject({ actorUserId: newcomer.scope.userId })
  })

  test('is not for the owner, oneself, or somebody of another company', async () => {
    const admin = await join('admin')
    const stranger = await addOwner(house, email('stranger'))
    const remove = (acting: Acting, memberId: string) => removeMember(house.auth, acting, memberId)
    await expect(remove(admin, await memberIdOf(owner))).rejects.toMatchObject({ status: 409 })
    await expect(remove(admin, await memberIdOf(admin))).rejects.toMatchObject({ status: 409 })
    await expect(remove(stranger, await memberIdOf(admin))).rejects.toMatchObject({ status: 404 })
    await expect(remove(await join('member'), await memberIdOf(admin))).rejects.toMatchObject({
      status: 403,
    })
  })

  test('of two admins who remove each other at once, one stays', async () => {
    const [first, second] = [await join('admin', 'first'), await join('admin', 'second')]
    const ids = [await memberIdOf(first), await memberIdOf(second)] as const
    const outcomes = await Promise.allSettled([
      removeMember(house.auth, first, ids[1]),
      removeMember(house.auth, second, ids[0]),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('ends the person’s keys of that company for good, also when they come back', async () => {
    const member = await join('member')
    const input = { name: 'Nightly', scopes: ['search' as const] }
    const { key } = await createApiKey(house.auth, member, input)
    expect(await findKeyCaller(house.auth, key)).toMatchObject({ membership: { companyId } })
    await removeMember(house.auth, owner, await memberIdOf(member))
    expect(await findKeyCaller(house.auth, key)).toBeUndefined()
    const { userId } = member.scope
    await addCompanyMember(database.db, { companyId, userId, role: 'member', now: new Date() })
    expect(await findKeyCaller(house.auth, key)).toBeUndefined()
  })

  test('is undone by another invitation', async () => {
    const newcomer = await joinNew()
    await removeMember(house.auth, owner, await memberIdOf(newcomer))
    await invitePerson(house.auth, owner, { email: newcomer.actor.email, role: 'viewer' })
    const token = readInvitation(house, newcomer.actor.email)
    await acceptInvitation(house.auth, { actor: newcomer.actor, token, caller: testCaller })
    expect((await atWork(house, newcomer.actor)).scope).toMatchObject({ companyId, role: 'viewer' })
    expect(await standingOf(newcomer)).toMatchObject({ inviteStatus: 'accepted' })
  })
})

test('a member leaves by themselves, the owner cannot, and who belongs somewhere does not convert', async () => {
  const member = await join('member')
  await expect(convertToOwnAccount(house.auth, member.actor, testCaller)).rejects.toMatchObject({
    status: 409,
  })
  await leaveCompany(house.auth, member)
  await expect(atWork(house, member.actor)).rejects.toMatchObject({ details: { lostAccess: true } })
  expect(await standingOf(member)).toMatchObject({ inviteStatus: 'removed' })
  await expect(leaveCompany(house.auth, owner)).rejects.toMatchObject({ status: 409 })
})

describe('ownership', () => {
  async function addBoss(): Promise<Acting> {
    const boss = await addOwner(house, email('boss'))
    companyId = boss.scope.companyId
    return boss
  }

  const ownerRows = async () =>
    await database.db
      .select()
      .from(companyMembers)
      .where(and(eq(companyMembers.companyId, companyId), eq(companyMembers.role, 'owner')))

  test('goes to a member who owns a company already, and each keeps what is theirs', async () => {
    const boss = await addBoss()
    const heir = await addOwner(house, email('heir'))
    await invitePerson(house.auth, boss, { email: email('heir'), role: 'member' })
    const token = readInvitation(house, email('heir'))
    await acceptInvitation(house.auth, { actor: heir.actor, token, caller: testCaller })
    await transferOwnership(house.auth, boss, { memberId: await memberIdOf(heir) })
    expect((await atWork(house, heir.actor)).scope).toMatchObject({ companyId, role: 'owner' })
    expect((await atWork(house, boss.actor)).scope).toMatchObject({ companyId, role: 'admin' })
    const owned = eq(companies.ownerUserId, heir.scope.userId)
    expect(await database.db.$count(companies, owned)).toBe(2)
    expect(house.changedOwners).toMatchObject([{ companyId }])
    const told = house.mails.filter(({ template }) => template.startsWith('ownership'))
    expect(told.map(({ to, template }) => [template, to])).toEqual([
      ['ownership-given', email('boss')],
      ['ownership-received', email('heir')],
    ])
    expect(await lastAudit('ownership.transferred')).toMatchObject({
      actorUserId: boss.scope.userId,
      subjectUserId: heir.scope.userId,
      details: { from: boss.scope.userId, to: heir.scope.userId },
    })
    // The former owner may be removed like anybody, and then has a company of their own to come by.
    const now = await atWork(house, heir.actor)
    await removeMember(house.auth, now, await memberIdOf(boss))
    await convertToOwnAccount(house.auth, boss.actor, testCaller)
    const fresh = await atWork(house, boss.actor)
    expect(fresh.scope.role).toBe('owner')
    expect(fresh.scope.companyId).not.toBe(companyId)
  })

  test('takes a member, and an address that is proven', async () => {
    const boss = await addBoss()
    const heir = await addMember(house, { email: email('heir'), role: 'admin', companyId })
    const memberId = await memberIdOf(heir)
    const hand = (to: string) => transferOwnership(house.auth, boss, { memberId: to })
    await expect(hand('mem_none')).rejects.toMatchObject({ status: 404 })
    await expect(hand(await memberIdOf(boss))).rejects.toMatchObject({ status: 409 })
    await database.db.update(users).set({ emailVerified: false }).where(eq(users.id, heir.scope.userId))
    await expect(hand(memberId)).rejects.toMatchObject({ status: 409 })
    expect(await ownerRows()).toMatchObject([{ userId: boss.scope.userId }])
  })

  test('handed on ten times at once, to five people, has one owner', async () => {
    const boss = await addBoss()
    const heirs = []
    for (let index = 0; index < 5; index += 1)
      heirs.push(await addMember(house, { email: email(`heir${index}-`), role: 'member', companyId }))
    const ids = await Promise.all(heirs.map(memberIdOf))
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        transferOwnership(house.auth, boss, { memberId: ids[index % ids.length] ?? '' }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [one, ...others] = await ownerRows()
    expect(others).toEqual([])
    const [company] = await database.db.select().from(companies).where(eq(companies.id, companyId))
    expect(company?.ownerUserId).toBe(one?.userId)
  })

  test('is nobody’s to give but the owner’s', async () => {
    const boss = await addBoss()
    const admin = await addMember(house, { email: email('admin'), role: 'admin', companyId })
    const asAdmin = { ...boss, scope: admin.scope }
    const attempt = transferOwnership(house.auth, asAdmin, { memberId: await memberIdOf(boss) })
    await expect(attempt).rejects.toMatchObject({ status: 403 })
  })
})

test('under impersonation the audit row names who really acted', async () => {
  const { actor } = owner
  const operator = await addActor(house, email('operator'))
  const acting = { ...owner, actor: { ...actor, impersonatedBy: operator.userId } }
  await changeCompanyProfile(house.auth, acting, { name: 'Acme' })
  expect(await lastAudit('company.changed')).toMatchObject({
    actorUserId: operator.userId,
    subjectUserId: actor.userId,
  })
})
