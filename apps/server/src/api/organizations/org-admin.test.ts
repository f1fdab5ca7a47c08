import { auditLog } from '@freeor/accounts/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LearnersFixture, openLearnersFixture } from '../../testing/learners-fixture.ts'
import type { Person } from '../../testing/people.ts'

/** Who is an admin of which organization, and which organization a profile names. */

let fixture: LearnersFixture

beforeAll(async () => {
  fixture = await openLearnersFixture()
})
afterAll(async () => await fixture.close())

const me = async (as?: Person) => (await fixture.call('GET', '/api/me', as ? { as } : {})).body

const set = async (of: Person, orgAdmin: string[], as = fixture.people.superAdmin) =>
  await fixture.call('PUT', `/api/admin/users/${of.userId}/org-admin`, {
    as,
    body: { orgAdmin, reason: 'reports monthly' },
  })

const saveProfile = async (as: Person, body: object) =>
  (await fixture.call('PATCH', '/api/account/profile', { as, body })).body.userProfile

test('a super admin makes a person an admin of configured organizations, and the person is told', async () => {
  const { member } = fixture.people
  expect((await me(member)).orgAdmin).toEqual([])
  const made = await set(member, ['Sample University', 'Sample Fellowship'])
  expect(made.body).toMatchObject({ orgAdmin: ['Sample Fellowship', 'Sample University'] })
  expect((await me(member)).orgAdmin).toEqual(['Sample Fellowship', 'Sample University'])
  await set(member, ['Sample Fellowship'])
  expect((await me(member)).orgAdmin).toEqual(['Sample Fellowship'])
  const rows = await fixture.deps.db.select().from(auditLog).where(eq(auditLog.action, 'org_admin.changed'))
  expect(
    rows.map(({ details, subjectUserId, actorUserId }) => [details, subjectUserId, actorUserId]),
  ).toEqual([
    [
      { added: ['Sample Fellowship', 'Sample University'], removed: [], reason: 'reports monthly' },
      member.userId,
      fixture.people.superAdmin.userId,
    ],
    [
      { added: [], removed: ['Sample University'], reason: 'reports monthly' },
      member.userId,
      expect.any(String),
    ],
  ])
})

test('nobody else makes an admin, least of all of themselves', async () => {
  const { owner, stranger } = fixture.people
  for (const as of [owner, stranger]) expect((await set(as, ['Sample University'], as)).status).toBe(403)
  expect((await me(owner)).orgAdmin).toEqual([])
  const sent = await fixture.call('PATCH', '/api/account/profile', {
    as: owner,
    body: { orgAdmin: ['Sample University'] },
  })
  expect(sent.status).toBe(422)
})

test('a name that is not configured has no admins', async () => {
  const { owner } = fixture.people
  for (const name of ['Another Fellowship', 'Other', 'sample fellowship']) {
    const answer = await set(owner, [name])
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('choose one of')])
  }
})

test('a visitor is no admin and was never created; a person was', async () => {
  expect(await me()).toMatchObject({ orgAdmin: [], created: null })
  expect(Date.parse((await me(fixture.people.viewer)).created ?? '')).toBeLessThanOrEqual(Date.now())
})

test('a name typed after choosing Other stays apart from the organization that has the same name', async () => {
  const { admin } = fixture.people
  const org = 'Sample University'
  expect(await saveProfile(admin, { org, orgIsTyped: true })).toMatchObject({ org, orgIsTyped: true })
  expect(await saveProfile(admin, { name: 'Ada' })).toMatchObject({ org, orgIsTyped: true })
  expect(await saveProfile(admin, { org })).toMatchObject({ org, orgIsTyped: false })
  const own = 'Analytical Engines'
  expect(await saveProfile(admin, { org: own, orgIsTyped: false })).toMatchObject({
    org: own,
    orgIsTyped: true,
  })
})
