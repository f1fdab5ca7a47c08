import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Acting } from '../companies/commands.ts'
import {
  addMember,
  addOwner,
  atWork,
  type CompanyFixture,
  openCompanyFixture,
  readInvitation,
  testCaller,
} from '../companies/testing.ts'
import { acceptInvitation } from '../invitations/acceptance/commands.ts'
import { invitePerson } from '../invitations/commands.ts'
import { convertToOwnAccount, removeMember } from '../members/commands.ts'
import { companies, companyMembers, users } from '../tables.ts'
import { transferOwnership } from './commands.ts'

let fixture: CompanyFixture
const currentFixture = openCompanyFixture()
beforeEach(() => {
  fixture = currentFixture()
})

describe('ownership', () => {
  async function addBoss(): Promise<Acting> {
    const boss = await addOwner(fixture.system, fixture.email('boss'))
    fixture.companyId = boss.scope.companyId
    return boss
  }

  const ownerRows = async () =>
    await fixture.database.db
      .select()
      .from(companyMembers)
      .where(and(eq(companyMembers.companyId, fixture.companyId), eq(companyMembers.role, 'owner')))

  test('goes to a member who owns a company already, and each keeps what is theirs', async () => {
    const boss = await addBoss()
    const heir = await addOwner(fixture.system, fixture.email('heir'))
    await invitePerson(fixture.system.auth, boss, { email: fixture.email('heir'), role: 'member' })
    const token = readInvitation(fixture.system, fixture.email('heir'))
    await acceptInvitation(fixture.system.auth, { actor: heir.actor, token, caller: testCaller })
    await transferOwnership(fixture.system.auth, boss, { memberId: await fixture.memberIdOf(heir) })
    expect((await atWork(fixture.system, heir.actor)).scope).toMatchObject({
      companyId: fixture.companyId,
      role: 'owner',
    })
    expect((await atWork(fixture.system, boss.actor)).scope).toMatchObject({
      companyId: fixture.companyId,
      role: 'admin',
    })
    const owned = eq(companies.ownerUserId, heir.scope.userId)
    expect(await fixture.database.db.$count(companies, owned)).toBe(2)
    expect(fixture.system.changedOwners).toMatchObject([{ companyId: fixture.companyId }])
    const told = fixture.system.mails.filter(({ template }) => template.startsWith('ownership'))
    expect(told.map(({ to, template }) => [template, to])).toEqual([
      ['ownership-given', fixture.email('boss')],
      ['ownership-received', fixture.email('heir')],
    ])
    expect(await fixture.lastAudit('ownership.transferred')).toMatchObject({
      actorUserId: boss.scope.userId,
      subjectUserId: heir.scope.userId,
      details: { from: boss.scope.userId, to: heir.scope.userId },
    })
    // The former owner may be removed like anybody, and can then get a company of their own.
    const now = await atWork(fixture.system, heir.actor)
    await removeMember(fixture.system.auth, now, await fixture.memberIdOf(boss))
    await convertToOwnAccount(fixture.system.auth, boss.actor, testCaller)
    const fresh = await atWork(fixture.system, boss.actor)
    expect(fresh.scope.role).toBe('owner')
    expect(fresh.scope.companyId).not.toBe(fixture.companyId)
  })

  test('is handed only to a member, and only to a proven address', async () => {
    const boss = await addBoss()
    const heir = await addMember(fixture.system, {
      email: fixture.email('heir'),
      role: 'admin',
      companyId: fixture.companyId,
    })
    const memberId = await fixture.memberIdOf(heir)
    const hand = (to: string) => transferOwnership(fixture.system.auth, boss, { memberId: to })
    await expect(hand('mem_none')).rejects.toMatchObject({ status: 404 })
    await expect(hand(await fixture.memberIdOf(boss))).rejects.toMatchObject({ status: 409 })
    await fixture.database.db
      .update(users)
      .set({ emailVerified: false })
      .where(eq(users.id, heir.scope.userId))
    await expect(hand(memberId)).rejects.toMatchObject({ status: 409 })
    expect(await ownerRows()).toMatchObject([{ userId: boss.scope.userId }])
  })

  test('has one owner after ten simultaneous hand-overs to five people', async () => {
    const boss = await addBoss()
    const heirs = []
    for (let index = 0; index < 5; index += 1)
      heirs.push(
        await addMember(fixture.system, {
          email: fixture.email(`heir${index}-`),
          role: 'member',
          companyId: fixture.companyId,
        }),
      )
    const ids = await Promise.all(heirs.map((heir) => fixture.memberIdOf(heir)))
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        transferOwnership(fixture.system.auth, boss, { memberId: ids[index % ids.length] ?? '' }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [one, ...others] = await ownerRows()
    expect(others).toEqual([])
    const [company] = await fixture.database.db
      .select()
      .from(companies)
      .where(eq(companies.id, fixture.companyId))
    expect(company?.ownerUserId).toBe(one?.userId)
  })

  test('can be handed over only by the owner', async () => {
    const boss = await addBoss()
    const admin = await addMember(fixture.system, {
      email: fixture.email('admin'),
      role: 'admin',
      companyId: fixture.companyId,
    })
    const asAdmin = { ...boss, scope: admin.scope }
    const attempt = transferOwnership(fixture.system.auth, asAdmin, {
      memberId: await fixture.memberIdOf(boss),
    })
    await expect(attempt).rejects.toMatchObject({ status: 403 })
  })
})
