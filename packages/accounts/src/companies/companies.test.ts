import { beforeEach, describe, expect, test } from 'vitest'
import { invitePerson } from '../invitations/commands.ts'
import { joinByInvitation } from '../invitations/testing.ts'
import { listCompanyUsers } from '../members/queries.ts'
import { changeCompanyProfile } from './commands.ts'
import { getCompany } from './queries.ts'
import { addActor, type CompanyStage, openCompanyStage } from './testing.ts'

let stage: CompanyStage
const standing = openCompanyStage()
beforeEach(() => {
  stage = standing()
})

describe('the company', () => {
  test('tells its profile under the names of the specification, with the owner’s address until it has one', async () => {
    expect(await getCompany(stage.house.auth, stage.database.db, stage.owner.scope)).toMatchObject({
      id: stage.owner.scope.userId,
      companyProfile: { name: `owner${stage.number}`, email: stage.owner.actor.email },
      seats: { allowed: 25, taken: 0, offered: 0 },
    })
    const changed = await changeCompanyProfile(stage.house.auth, stage.owner, {
      email: 'office@acme.example',
    })
    expect(changed.companyProfile).toEqual({ name: `owner${stage.number}`, email: 'office@acme.example' })
    expect(await stage.lastAudit('company.changed')).toMatchObject({
      companyId: stage.companyId,
      actorUserId: stage.owner.scope.userId,
    })
  })

  test('is changed by its owner and admins, and by nobody who lost the right meanwhile', async () => {
    await changeCompanyProfile(stage.house.auth, await stage.join('admin'), { name: 'Acme' })
    const demoted = { ...(await stage.join('member')), scope: { ...stage.owner.scope, userId: 'usr_nobody' } }
    for (const who of [await stage.join('viewer'), demoted])
      await expect(changeCompanyProfile(stage.house.auth, who, { name: 'Mine' })).rejects.toMatchObject({
        status: 403,
      })
    expect(
      (await getCompany(stage.house.auth, stage.database.db, stage.owner.scope)).companyProfile.name,
    ).toBe('Acme')
  })

  test('lists its owner first, its people, and who is invited', async () => {
    await stage.join('viewer')
    await joinByInvitation(stage)
    await invitePerson(stage.house.auth, stage.owner, { email: stage.email('waiting'), role: 'admin' })
    const list = await listCompanyUsers(stage.database.db, stage.owner.scope, new Date())
    expect(list.map((one) => [one.email, one.role, one.inviteStatus])).toEqual([
      [stage.email('owner'), 'owner', null],
      [stage.email('viewer'), 'viewer', null],
      [stage.email('newcomer'), 'member', 'accepted'],
      [stage.email('waiting'), 'admin', 'pending'],
    ])
  })
})

test('under impersonation the audit row names who really acted', async () => {
  const { actor } = stage.owner
  const operator = await addActor(stage.house, stage.email('operator'))
  const acting = { ...stage.owner, actor: { ...actor, impersonatedBy: operator.userId } }
  await changeCompanyProfile(stage.house.auth, acting, { name: 'Acme' })
  expect(await stage.lastAudit('company.changed')).toMatchObject({
    actorUserId: operator.userId,
    subjectUserId: actor.userId,
  })
})
