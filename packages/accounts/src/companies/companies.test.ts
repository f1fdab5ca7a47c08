import { beforeEach, describe, expect, test } from 'vitest'
import { invitePerson } from '../invitations/commands.ts'
import { joinByInvitation } from '../invitations/testing.ts'
import { listCompanyUsers } from '../members/queries.ts'
import { changeCompanyProfile } from './commands.ts'
import { getCompany } from './queries.ts'
import { addActor, type CompanyFixture, openCompanyFixture } from './testing.ts'

let fixture: CompanyFixture
const currentFixture = openCompanyFixture()
beforeEach(() => {
  fixture = currentFixture()
})

describe('the company', () => {
  test('gives its profile under the specification’s names, with the owner’s address until it has its own', async () => {
    expect(await getCompany(fixture.system.auth, fixture.database.db, fixture.owner.scope)).toMatchObject({
      id: fixture.owner.scope.userId,
      companyProfile: { name: `owner${fixture.number}`, email: fixture.owner.actor.email },
      seats: { allowed: 25, taken: 0, offered: 0 },
    })
    const changed = await changeCompanyProfile(fixture.system.auth, fixture.owner, {
      email: 'office@acme.example',
    })
    expect(changed.companyProfile).toEqual({ name: `owner${fixture.number}`, email: 'office@acme.example' })
    expect(await fixture.lastAudit('company.changed')).toMatchObject({
      companyId: fixture.companyId,
      actorUserId: fixture.owner.scope.userId,
    })
  })

  test('can be changed by its owner and admins, but not by somebody who lost the right meanwhile', async () => {
    await changeCompanyProfile(fixture.system.auth, await fixture.join('admin'), { name: 'Acme' })
    const demoted = {
      ...(await fixture.join('member')),
      scope: { ...fixture.owner.scope, userId: 'usr_nobody' },
    }
    for (const who of [await fixture.join('viewer'), demoted])
      await expect(changeCompanyProfile(fixture.system.auth, who, { name: 'Mine' })).rejects.toMatchObject({
        status: 403,
      })
    expect(
      (await getCompany(fixture.system.auth, fixture.database.db, fixture.owner.scope)).companyProfile.name,
    ).toBe('Acme')
  })

  test('lists its owner first, then its people, then invited people', async () => {
    await fixture.join('viewer')
    await joinByInvitation(fixture)
    await invitePerson(fixture.system.auth, fixture.owner, { email: fixture.email('waiting'), role: 'admin' })
    const list = await listCompanyUsers(fixture.database.db, fixture.owner.scope, new Date())
    expect(list.map((one) => [one.email, one.role, one.inviteStatus])).toEqual([
      [fixture.email('owner'), 'owner', null],
      [fixture.email('viewer'), 'viewer', null],
      [fixture.email('newcomer'), 'member', 'accepted'],
      [fixture.email('waiting'), 'admin', 'pending'],
    ])
  })
})

test('under impersonation the audit row names the super admin as the actor', async () => {
  const { actor } = fixture.owner
  const superAdmin = await addActor(fixture.system, fixture.email('super_admin'))
  const acting = { ...fixture.owner, actor: { ...actor, impersonatedBy: superAdmin.userId } }
  await changeCompanyProfile(fixture.system.auth, acting, { name: 'Acme' })
  expect(await fixture.lastAudit('company.changed')).toMatchObject({
    actorUserId: superAdmin.userId,
    subjectUserId: actor.userId,
  })
})
