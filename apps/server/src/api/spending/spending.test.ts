import { grantByHand } from '@freeor/leads/allowance/by-hand/commands'
import { refundDebit } from '@freeor/leads/allowance/reservations/commands'
import { downloads } from '@freeor/leads/downloads/tables'
import { downloadApprovals } from '@freeor/leads/spending/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkInvariants } from '../../doctor.ts'
import { freshen } from '../../testing/account-things.ts'
import {
  type CompaniesFixture,
  download,
  finished,
  openCompaniesFixture,
  orderDownload,
} from '../../testing/companies-fixture.ts'
import { firmsDictId } from '../../testing/firms.ts'
import { mailTo } from '../../testing/mails.ts'
import type { Person } from '../../testing/people.ts'
import { clearSpending, memberIdOf } from '../../testing/spending-things.ts'

/* Limits of members, and downloads above them that wait for the owner or an admin. */

const DAY_MS = 86_400_000

let fixture: CompaniesFixture
/** Each file begins where the last ended, so that all its leads are new. */
let offset = 0

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 600 })
  for (const { companyId } of [fixture.people.owner, fixture.people.stranger]) {
    const grant = { amount: 500, expiresAt: null, reason: 'a test', now: new Date() }
    await grantByHand(fixture.deps.db, { ...grant, key: companyId, companyId, superAdminUserId: undefined })
  }
})
afterAll(async () => await fixture.close())
beforeEach(async () => {
  await clearSpending(fixture, fixture.people.owner)
  // What was taken before does not count in this test.
  await fixture.deps.db
    .update(downloads)
    .set({ createdAt: new Date(Date.now() - 60 * DAY_MS) })
    .where(eq(downloads.companyId, fixture.people.owner.companyId))
})

const fresh = (limit: number) => {
  const order = { dictId: firmsDictId, offset, limit }
  offset += limit
  return order
}

const setLimit = async (
  leads: number | null,
  { as = fixture.people.owner, of = fixture.people.member } = {},
) =>
  await fixture.call('PUT', `/api/spending/limits/${await memberIdOf(fixture, of)}`, { as, body: { leads } })

async function limitMember(leads: number | null): Promise<void> {
  expect((await setLimit(leads)).status).toBe(204)
}

type Request = ReturnType<typeof fresh>
const ask = async (order: Request, { as = fixture.people.member, note = '' } = {}) =>
  await fixture.call('POST', '/api/download-approvals', { as, body: { order, note } })

async function asked(order: Request, options: { note?: string } = {}) {
  const { status, text, body } = await ask(order, options)
  expect(status, text).toBe(201)
  return body
}

const decide = async (id: string, how: 'approve' | 'refuse' | 'withdraw', as = fixture.people.owner) =>
  how === 'refuse'
    ? await fixture.call('POST', `/api/download-approvals/${id}/refuse`, { as, body: { reason: 'Too dear' } })
    : await fixture.call('POST', `/api/download-approvals/${id}/${how}`, { as })

const spending = async (as: Person) => (await fixture.call('GET', '/api/spending', { as })).body
const memberRow = async () =>
  (await spending(fixture.people.member)).members.find(({ uid }) => uid === fixture.people.member.userId)
const leftOf = async (as: Person) =>
  (await fixture.call('GET', '/api/me', { as })).body.allowance?.leadsRemaining ?? 0

const expectSound = async () => expect((await checkInvariants(fixture.deps)).ok).toBe(true)

test('a limit holds in the running period, counts new leads alone, and ends with null', async () => {
  const { member } = fixture.people
  await limitMember(10)
  const first = fresh(8)
  await download(fixture, member, first)
  expect(await memberRow()).toMatchObject({ limit: 10, used: 8, left: 2 })
  const over = await orderDownload(fixture, member, fresh(3))
  expect(over.status).toBe(402)
  expect(JSON.parse(over.text)).toMatchObject({
    ...{ code: 'spending_limit_exceeded', limit: 10, used: 8, left: 2, newLeads: 3 },
  })
  await download(fixture, member, fresh(2))
  // What the company owns counts nothing.
  await download(fixture, member, first)
  expect(await memberRow()).toMatchObject({ used: 10, left: 0 })
  await limitMember(null)
  await download(fixture, member, fresh(3))
  expect(await memberRow()).toMatchObject({ limit: null, used: 13, left: null })
})

test('parallel orders of a member count each other', async () => {
  const { member } = fixture.people
  await limitMember(5)
  const orders = await Promise.all(
    [1, 2, 3, 4].map(async () => await orderDownload(fixture, member, fresh(2))),
  )
  expect(orders.map(({ status }) => status).toSorted()).toEqual([202, 202, 402, 402])
  for (const { status, body } of orders) if (status === 202) await finished(fixture, member, body.id)
  expect(await memberRow()).toMatchObject({ used: 4, left: 1 })
})

test('a key of a member falls under the member’s limit, and decides on nothing', async () => {
  const { member } = fixture.people
  await freshen(fixture, member)
  const body = { name: 'Agent', scopes: ['downloads', 'downloads.order'] }
  const { body: made } = await fixture.call('POST', '/api/account/api_keys', { as: member, body })
  const headers = { authorization: `Bearer ${made.key}` }
  await limitMember(2)
  const order = async (limit: number) =>
    await fixture.call('POST', '/api/downloads', {
      headers: { ...headers, 'idempotency-key': `key-${limit}` },
      body: fresh(limit),
    })
  expect((await order(3)).body).toMatchObject({ code: 'spending_limit_exceeded', left: 2 })
  await finished(fixture, member, (await order(2)).body.id)
  const request = { order: fresh(1), note: '' }
  const asked = await fixture.call('POST', '/api/download-approvals', { headers, body: request })
  expect(asked.status, asked.text).toBe(201)
  expect(
    (await fixture.call('POST', `/api/download-approvals/${asked.body.id}/approve`, { headers })).status,
  ).toBe(403)
})

test('who sets limits: the owner and admins, of others, never of the owner or of another account', async () => {
  const { owner, admin, member, viewer, stranger } = fixture.people
  for (const [as, of, leads, status] of [
    [admin, member, 5, 204],
    [member, member, null, 403],
    [viewer, member, 5, 403],
    [admin, admin, 5, 403],
    [owner, admin, 5, 204],
    [admin, admin, null, 403],
    [admin, owner, 5, 409],
    [stranger, member, 5, 404],
  ] as const)
    expect((await setLimit(leads, { as, of })).status).toBe(status)
  expect((await setLimit(-1)).status).toBe(422)
  expect((await spending(member)).members.map(({ uid }) => uid)).toEqual([member.userId])
  const all = (await spending(admin)).members
  expect(all.find(({ uid }) => uid === member.userId)?.limit).toBe(5)
  expect(all.find(({ uid }) => uid === owner.userId)?.limit).toBeNull()
})

test('a download above the limit waits, is approved once, is the member’s, and is paid once', async () => {
  const { owner, admin, member } = fixture.people
  await limitMember(1)
  // What the limit covers needs no approval, nor does anything of the owner.
  for (const as of [member, owner]) expect((await ask(fresh(1), { as })).status).toBe(409)
  const order = fresh(6)
  const before = await leftOf(owner)
  const request = await asked(order, { note: 'For the fair in May: https://evil.example/in' })
  expect(request).toMatchObject({ state: 'waiting', rows: 6, newLeads: 6, uid: member.userId })
  expect(await leftOf(owner)).toBe(before)
  for (const { email } of [owner, admin])
    expect(await mailTo(fixture, email, /For the fair in May: evil\. example/)).toContain('waits for your')
  // Asked again, it is the same request.
  expect((await asked(order)).id).toBe(request.id)
  expect((await spending(owner)).approvals.map(({ id }) => id)).toEqual([request.id])

  const answers = await Promise.all([
    decide(request.id, 'approve'),
    decide(request.id, 'approve', admin),
    decide(request.id, 'approve'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const ids = new Set(answers.map(({ body }) => body.downloadId))
  expect(ids.size).toBe(1)
  const [downloadId] = ids
  const file = await finished(fixture, member, downloadId ?? '')
  expect(file).toMatchObject({ uid: member.userId, newLeads: 6, state: 'ready' })
  expect(await leftOf(owner)).toBe(before - 6)
  expect(await memberRow()).toMatchObject({ used: 6, left: 0 })
  await mailTo(fixture, member.email, /Your download is approved/)
  expect((await decide(request.id, 'refuse')).status).toBe(409)
  await expectSound()
})

test('a refused download takes nothing, and its member reads why', async () => {
  const { owner, member } = fixture.people
  await limitMember(0)
  const before = await leftOf(owner)
  const { id } = await asked(fresh(2))
  expect((await decide(id, 'refuse')).body).toMatchObject({ state: 'refused', reason: 'Too dear' })
  expect(await mailTo(fixture, member.email, /is not approved/)).toContain('Too dear')
  expect((await decide(id, 'approve')).status).toBe(409)
  expect((await decide(id, 'withdraw', member)).status).toBe(409)
  expect(await leftOf(owner)).toBe(before)
})

test('nobody decides for themselves, and nobody decides in another account', async () => {
  const { admin, member, viewer, stranger } = fixture.people
  await limitMember(0)
  const { id } = await asked(fresh(1))
  for (const as of [member, viewer])
    for (const how of ['approve', 'refuse'] as const) expect((await decide(id, how, as)).status).toBe(403)
  for (const how of ['approve', 'refuse', 'withdraw'] as const)
    expect((await decide(id, how, stranger)).status).toBe(404)
  expect((await decide(id, 'withdraw', admin)).status).toBe(404)
  expect((await decide(id, 'withdraw', member)).body).toMatchObject({ state: 'withdrawn' })
  expect((await decide(id, 'approve', admin)).status).toBe(409)

  expect((await setLimit(0, { of: admin })).status).toBe(204)
  const own = await ask(fresh(1), { as: admin })
  expect(own.status, own.text).toBe(201)
  for (const [as, status] of [
    [admin, 403],
    [fixture.people.owner, 200],
  ] as const)
    expect((await decide(own.body.id, 'approve', as)).status).toBe(status)
})

test('what is given back for a file can be taken again', async () => {
  const { member, superAdmin } = fixture.people
  await limitMember(4)
  const { id } = await download(fixture, member, fresh(4))
  expect((await orderDownload(fixture, member, fresh(1))).status).toBe(402)
  await fixture.deps.db.transaction(
    async (tx) =>
      void (await refundDebit(tx, {
        ...{ downloadId: id, userId: superAdmin.userId, reason: 'Half of them moved', now: new Date() },
      })),
  )
  expect(await memberRow()).toMatchObject({ used: 0, left: 4 })
  await download(fixture, member, fresh(3))
})

test('nobody can take the key of an approval before it is given', async () => {
  const { member } = fixture.people
  await limitMember(0)
  const { id } = await asked(fresh(2))
  await limitMember(null)
  for (const key of [`approval ${id}`, `approval:${id}`]) {
    const { status } = await orderDownload(fixture, member, { ...fresh(1), key })
    expect(status, key).toBe(key.includes(' ') ? 400 : 202)
  }
  expect((await decide(id, 'approve')).body).toMatchObject({ state: 'approved' })
})

test('an approval never costs more than was asked for', async () => {
  const { owner, member } = fixture.people
  await limitMember(0)
  const order = fresh(4)
  const { id } = await asked({ ...order, limit: 4 })
  // As it would be after an import that made the same search wider.
  await fixture.deps.db.update(downloadApprovals).set({ newLeads: 3 }).where(eq(downloadApprovals.id, id))
  const before = await leftOf(owner)
  const { status, text } = await decide(id, 'approve')
  expect(status).toBe(409)
  expect(JSON.parse(text)).toMatchObject({ newLeads: 4, askedFor: 3 })
  expect(await leftOf(owner)).toBe(before)
  expect((await spending(member)).approvals[0]).toMatchObject({ state: 'waiting', downloadId: null })
  // Meanwhile the owner has bought some of its leads: it costs less.
  await download(fixture, owner, { offset: order.offset, limit: 2 })
  expect((await decide(id, 'approve')).body).toMatchObject({ state: 'approved' })
  expect(await leftOf(owner)).toBe(before - 4)
  await expectSound()
})

test('a request expires, and a member who leaves asks for nothing any more', async () => {
  const { owner, member } = fixture.people
  await limitMember(0)
  const order = fresh(1)
  const { id } = await asked(order)
  const past = new Date(Date.now() - 1)
  await fixture.deps.db.update(downloadApprovals).set({ expiresAt: past }).where(eq(downloadApprovals.id, id))
  expect((await spending(member)).approvals[0]?.state).toBe('expired')
  expect((await decide(id, 'approve')).status).toBe(409)
  const again = await asked(order)
  expect(again.id).not.toBe(id)

  const removed = await fixture.call('DELETE', `/api/company/users/${await memberIdOf(fixture, member)}`, {
    as: owner,
  })
  expect(removed.status, removed.text).toBe(204)
  expect((await decide(again.id, 'approve')).status).toBe(409)
  const { approvals, members } = await spending(owner)
  expect(approvals.find((one) => one.id === again.id)?.state).toBe('withdrawn')
  expect(members.map(({ uid }) => uid)).not.toContain(member.userId)
})
