import { attemptKey } from '@freeor/accounts/attempt-keys'
import { users } from '@freeor/accounts/tables'
import { putOrgAdmin } from '@freeor/courses/organizations/testing'
import { mailOutbox } from '@freeor/messaging/tables'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverMailJob } from '../../jobs/deliver-mail.ts'
import { type LearnersFixture, openLearnersFixture } from '../../testing/learners-fixture.ts'
import type { Person } from '../../testing/people.ts'

/** Invitations to an organization, by mail and by a link. */

const [university, fellowship] = ['Sample University', 'Sample Fellowship']
let fixture: LearnersFixture
let orgAdmin: Person
let otherAdmin: Person

beforeAll(async () => {
  fixture = await openLearnersFixture()
  const { people, deps } = fixture
  // No job runs here: the mails stay in the outbox.
  await deps.jobs.createQueue(deliverMailJob)
  orgAdmin = people.owner
  otherAdmin = people.stranger
  await putOrgAdmin(deps.db, orgAdmin.userId, [university])
  await putOrgAdmin(deps.db, otherAdmin.userId, [fellowship])
})
afterAll(async () => await fixture.close())

const invite = async (as: Person, organization: string, emails: string[] = []) =>
  await fixture.call('POST', '/api/org/invitations', { as, body: { organization, emails } })

const accept = async (as: Person, token: string) =>
  await fixture.call('POST', '/api/org/invitations/accept', { as, body: { token } })

const tokenIn = (text: string | null | undefined) => text?.match(/token=([\w-]+)/)?.[1] ?? ''

/** The mails to an address, the first one first. */
const mailsTo = async (address: string) =>
  await fixture.deps.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.to, address))
    .orderBy(asc(mailOutbox.createdAt))

/** Whoever it was: the address got all invitations that one may get in a day. */
async function useUp(address: string): Promise<void> {
  const key = attemptKey('invite:recipient', address)
  const { db, auth } = fixture.deps
  for (let sent = 0; sent < key.limit.max; sent++) await auth.limiter.requireWithin(db, [key])
}

const organizationOf = async ({ userId }: Person) => {
  const [user] = await fixture.deps.db.select().from(users).where(eq(users.id, userId))
  return user?.org
}

test('an address that is invited several times at the same moment gets one mail', async () => {
  const address = 'at-once@people.example'
  const made = await Promise.all(Array.from({ length: 6 }, () => invite(orgAdmin, university, [address])))
  expect(made.map(({ body }) => body.mailed).toSorted()).toEqual([0, 0, 0, 0, 0, 1])
  expect(await mailsTo(address)).toHaveLength(1)
})

test('each address gets a mail of its own, once, and whoever accepts it is a confirmed member', async () => {
  const { member, viewer } = fixture.people
  const made = await invite(orgAdmin, university, [
    member.email,
    member.email.toUpperCase(),
    'new@people.example',
  ])
  expect(made.body).toEqual({ mailed: 2, refused: [], url: null })
  expect((await invite(orgAdmin, university, [member.email])).body).toEqual({
    mailed: 0,
    refused: [],
    url: null,
  })
  const mails = await mailsTo(member.email)
  expect(mails.map(({ subject }) => subject)).toEqual([`${university} invites you to its courses`])
  const token = tokenIn(mails[0]?.text)
  const open = await fixture.call('POST', '/api/org/invitations/open', { body: { token } })
  expect(open.body).toEqual({ organization: university, email: member.email })
  const foreign = await accept(viewer, token)
  expect([foreign.status, await organizationOf(viewer)]).toEqual([403, null])
  expect((await accept(member, token)).body).toEqual({ organization: university, confirmed: true })
  expect(await organizationOf(member)).toBe(university)
  expect((await accept(member, token)).status).toBe(410)
})

test('a confirmed member is not mailed again; who has left the organization, or only names it, is invited', async () => {
  const { member, viewer } = fixture.people
  const mailed = async (to: Person) => (await invite(orgAdmin, university, [to.email])).body.mailed
  expect(await mailed(member)).toBe(0)
  const profile = async (as: Person, org: string) =>
    await fixture.call('PATCH', '/api/account/profile', { as, body: { org } })
  await profile(viewer, university)
  expect(await mailed(viewer)).toBe(1)
  await profile(member, fellowship)
  expect([await mailed(member), await mailed(member)]).toEqual([1, 0])
  const token = tokenIn((await mailsTo(member.email)).at(-1)?.text)
  expect((await accept(member, token)).body).toEqual({ organization: university, confirmed: true })
})

test('an address that got its invitations of the day is named, and the others are invited', async () => {
  const full = 'full@people.example'
  await useUp(full)
  const made = await invite(orgAdmin, university, ['before@people.example', full, 'after@people.example'])
  expect(made.body).toEqual({ mailed: 2, refused: [full], url: null })
  expect(await mailsTo('after@people.example')).toHaveLength(1)
  expect(await mailsTo(full)).toEqual([])
  const { invitations } = (await fixture.call('GET', '/api/org/invitations', { as: orgAdmin })).body
  expect(invitations.map(({ email }: { email: string | null }) => email)).not.toContain(full)
})

test('an open link is used by many, who wait to be confirmed, until it is revoked', async () => {
  const { admin, viewer } = fixture.people
  const { url } = (await invite(orgAdmin, university)).body
  expect(url).toMatch(/^http:\/\/localhost:3001\/org\/join\?token=/)
  for (const as of [admin, viewer])
    expect((await accept(as, tokenIn(url))).body).toEqual({ organization: university, confirmed: false })
  const list = async (as: Person) => (await fixture.call('GET', '/api/org/invitations', { as })).body
  const { invitations } = await list(orgAdmin)
  const id = invitations.find(({ email }) => email === null)?.id
  expect((await list(otherAdmin)).invitations).toEqual([])
  const revoke = async (as: Person) =>
    (await fixture.call('DELETE', `/api/org/invitations/${id}`, { as })).status
  expect([await revoke(otherAdmin), await revoke(admin), await revoke(orgAdmin)]).toEqual([404, 404, 204])
  expect((await accept(fixture.people.member, tokenIn(url))).status).toBe(410)
})

test('nobody invites to an organization that is not theirs', async () => {
  const { member } = fixture.people
  expect((await invite(otherAdmin, university, ['one@people.example'])).status).toBe(404)
  expect((await invite(member, university)).status).toBe(404)
  expect((await fixture.call('GET', '/api/org/invitations', { as: member })).status).toBe(404)
  expect(await mailsTo('one@people.example')).toEqual([])
})
