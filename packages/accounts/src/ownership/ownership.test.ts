import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Acting } from '../companies/commands.ts'
import {
  addMember,
  addOwner,
  atWork,
  type CompanyStage,
  openCompanyStage,
  readInvitation,
  testCaller,
} from '../companies/testing.ts'
import { acceptInvitation } from '../invitations/acceptance/commands.ts'
import { invitePerson } from '../invitations/commands.ts'
import { convertToOwnAccount, removeMember } from '../members/commands.ts'
import { companies, companyMembers, users } from '../tables.ts'
import { transferOwnership } from './commands.ts'

let stage: CompanyStage
const standing = openCompanyStage()
beforeEach(() => {
  stage = standing()
})

describe('ownership', () => {
  async function addBoss(): Promise<Acting> {
    const boss = await addOwner(stage.house, stage.email('boss'))
    stage.companyId = boss.scope.companyId
    return boss
  }

  const ownerRows = async () =>
    await stage.database.db
      .select()
      .from(companyMembers)
      .where(and(eq(companyMembers.companyId, stage.companyId), eq(companyMembers.role, 'owner')))

  test('goes to a member who owns a company already, and each keeps what is theirs', async () => {
    const boss = await addBoss()
    const heir = await addOwner(stage.house, stage.email('heir'))
    await invitePerson(stage.house.auth, boss, { email: stage.email('heir'), role: 'member' })
    const token = readInvitation(stage.house, stage.email('heir'))
    await acceptInvitation(stage.house.auth, { actor: heir.actor, token, caller: testCaller })
    await transferOwnership(stage.house.auth, boss, { memberId: await stage.memberIdOf(heir) })
    expect((await atWork(stage.house, heir.actor)).scope).toMatchObject({
      companyId: stage.companyId,
      role: 'owner',
    })
    expect((await atWork(stage.house, boss.actor)).scope).toMatchObject({
      companyId: stage.companyId,
      role: 'admin',
    })
    const owned = eq(companies.ownerUserId, heir.scope.userId)
    expect(await stage.database.db.$count(companies, owned)).toBe(2)
    expect(stage.house.changedOwners).toMatchObject([{ companyId: stage.companyId }])
    const told = stage.house.mails.filter(({ template }) => template.startsWith('ownership'))
    expect(told.map(({ to, template }) => [template, to])).toEqual([
      ['ownership-given', stage.email('boss')],
      ['ownership-received', stage.email('heir')],
    ])
    expect(await stage.lastAudit('ownership.transferred')).toMatchObject({
      actorUserId: boss.scope.userId,
      subjectUserId: heir.scope.userId,
      details: { from: boss.scope.userId, to: heir.scope.userId },
    })
    // The former owner may be removed like anybody, and then has a company of their own to come by.
    const now = await atWork(stage.house, heir.actor)
    await removeMember(stage.house.auth, now, await stage.memberIdOf(boss))
    await convertToOwnAccount(stage.house.auth, boss.actor, testCaller)
    const fresh = await atWork(stage.house, boss.actor)
    expect(fresh.scope.role).toBe('owner')
    expect(fresh.scope.companyId).not.toBe(stage.companyId)
  })

  test('takes a member, and an address that is proven', async () => {
    const boss = await addBoss()
    const heir = await addMember(stage.house, {
      email: stage.email('heir'),
      role: 'admin',
      companyId: stage.companyId,
    })
    const memberId = await stage.memberIdOf(heir)
    const hand = (to: string) => transferOwnership(stage.house.auth, boss, { memberId: to })
    await expect(hand('mem_none')).rejects.toMatchObject({ status: 404 })
    await expect(hand(await stage.memberIdOf(boss))).rejects.toMatchObject({ status: 409 })
    await stage.database.db.update(users).set({ emailVerified: false }).where(eq(users.id, heir.scope.userId))
    await expect(hand(memberId)).rejects.toMatchObject({ status: 409 })
    expect(await ownerRows()).toMatchObject([{ userId: boss.scope.userId }])
  })

  test('handed on ten times at once, to five people, has one owner', async () => {
    const boss = await addBoss()
    const heirs = []
    for (let index = 0; index < 5; index += 1)
      heirs.push(
        await addMember(stage.house, {
          email: stage.email(`heir${index}-`),
          role: 'member',
          companyId: stage.companyId,
        }),
      )
    const ids = await Promise.all(heirs.map((heir) => stage.memberIdOf(heir)))
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        transferOwnership(stage.house.auth, boss, { memberId: ids[index % ids.length] ?? '' }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [one, ...others] = await ownerRows()
    expect(others).toEqual([])
    const [company] = await stage.database.db
      .select()
      .from(companies)
      .where(eq(companies.id, stage.companyId))
    expect(company?.ownerUserId).toBe(one?.userId)
  })

  test('is nobody’s to give but the owner’s', async () => {
    const boss = await addBoss()
    const admin = await addMember(stage.house, {
      email: stage.email('admin'),
      role: 'admin',
      companyId: stage.companyId,
    })
    const asAdmin = { ...boss, scope: admin.scope }
    const attempt = transferOwnership(stage.house.auth, asAdmin, { memberId: await stage.memberIdOf(boss) })
    await expect(attempt).rejects.toMatchObject({ status: 403 })
  })
})
