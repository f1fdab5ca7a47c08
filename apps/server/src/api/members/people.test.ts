import { auditLog } from '@freeor/accounts/tables'
import { openPaymentAccount } from '@freeor/billing/subscriptions/commands'
import { customers } from '@freeor/billing/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  addCompany,
  type CompaniesFixture,
  download,
  finished,
  openCompaniesFixture,
  orderDownload,
} from '../../testing/companies-fixture.ts'
import { mailTo } from '../../testing/mails.ts'
import { type Person, signIn } from '../../testing/people.ts'

/** People of one company over HTTP, with the mails they read. */

let fixture: CompaniesFixture
let number = 0

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 200 })
})
afterAll(async () => await fixture.close())

/** An owner whose plan has seats. */
async function addHost(): Promise<Person> {
  number += 1
  const owner = await addCompany(fixture, `host-${number}`)
  const ofCompany = eq(customers.companyId, owner.companyId)
  await fixture.deps.db.update(customers).set({ planID: 'freeor_biz' }).where(ofCompany)
  return owner
}

const guestAddress = () => `guest-${number}@guests.example`

const meOf = async (as: Person, via: 'cookie' | 'bearer' = 'cookie') =>
  (await fixture.call('GET', '/api/me', { as, via })).body

async function invite(owner: Person, email: string, role = 'member'): Promise<string> {
  const answer = await fixture.call('POST', '/api/invitations', { as: owner, body: { email, role } })
  expect(answer.status, answer.text).toBe(201)
  expect(answer.text).not.toMatch(/token/i)
  const mail = await mailTo(fixture, email, /\/invitation\?token=/)
  return /\/invitation\?token=([\w-]+)/.exec(mail)?.[1] ?? ''
}

/** Somebody new who came by an invitation. */
async function joinNew(owner: Person, role = 'member'): Promise<Person> {
  const email = guestAddress()
  const token = await invite(owner, email, role)
  const password = 'a quite new horse'
  const answer = await fixture.call('POST', '/api/invitations/sign-up', { body: { token, password } })
  expect(answer.status, answer.text).toBe(201)
  const session = await signIn(fixture.call, { email, password })
  const person = { email, password, userId: '', companyId: owner.companyId, ...session }
  return { ...person, userId: (await meOf(person)).uid ?? '' }
}

const usersOf = async (as: Person) =>
  (await fixture.call('GET', '/api/company/users', { as })).body.companyUsers

async function remove(owner: Person, email: string): Promise<void> {
  const found = (await usersOf(owner)).find((one) => one.email === email)
  const answer = await fixture.call('DELETE', `/api/company/users/${found?.id}`, { as: owner })
  expect(answer.status, answer.text).toBe(204)
}

const balanceOf = async (as: Person) => (await meOf(as)).allowance?.leadsRemaining ?? 0

test('an invited user reads a mail, joins, and works in the owner’s account', async () => {
  const owner = await addHost()
  const member = await joinNew(owner)
  const me = await meOf(member)
  expect(me).toMatchObject({
    id: owner.userId,
    uid: member.userId,
    access: 'granted',
    inviteStatus: 'accepted',
    company: { id: owner.companyId, role: 'member' },
    companyProfile: { email: owner.email },
  })
  expect(me.abilities).toMatchObject({ 'downloads.order': true, 'people.manage': false })
  expect(await meOf(owner)).toMatchObject({ id: owner.userId, uid: owner.userId, inviteStatus: null })
  expect((await usersOf(member)).map(({ email, role }) => [email, role])).toEqual([
    [owner.email, 'owner'],
    [member.email, 'member'],
  ])
})

test('a member’s download is debited from the owner’s leads, and the ledger says who', async () => {
  const owner = await addHost()
  const member = await joinNew(owner)
  const before = await balanceOf(owner)
  const { id } = await download(fixture, member, { limit: 4 })
  expect(before - (await balanceOf(owner))).toBe(4)
  expect(await balanceOf(member)).toBe(await balanceOf(owner))
  const { body } = await fixture.call('GET', '/api/ledger', { as: owner })
  expect(body.entries.find(({ downloadId }) => downloadId === id)).toMatchObject({
    kind: 'debit',
    amount: -4,
    userId: member.userId,
    userEmail: member.email,
  })
})

test('a removal holds from the next request of every session on, and convert gives a new account', async () => {
  const owner = await addHost()
  const member = await joinNew(owner)
  const elsewhere = { ...member, ...(await signIn(fixture.call, member)) }
  const { id } = await download(fixture, member, { limit: 1 })
  await remove(owner, member.email)
  for (const as of [member, elsewhere])
    for (const via of ['cookie', 'bearer'] as const) {
      const file = await fixture.call('GET', `/api/downloads/${id}/file`, { as, via })
      expect(file.status).toBe(403)
      expect(file.body).toMatchObject({ lostAccess: true })
      expect(await meOf(as, via)).toMatchObject({
        id: null,
        uid: member.userId,
        access: 'lost',
        lostCompany: { name: `Test host-${number}` },
        inviteStatus: 'removed',
        company: null,
        allowance: null,
      })
    }
  const converted = await fixture.call('POST', '/api/account/convert', { as: member })
  expect(converted.body).toMatchObject({ inviteStatus: 'converted' })
  expect(await meOf(elsewhere)).toMatchObject({
    id: member.userId,
    access: 'granted',
    inviteStatus: 'converted',
    lostCompany: null,
    company: { role: 'owner' },
    allowance: { planID: 'freeor_free', leadsRemaining: 25 },
  })
  expect((await fixture.call('GET', `/api/downloads/${id}`, { as: member })).status).toBe(404)
  expect((await fixture.call('POST', '/api/account/convert', { as: member })).status).toBe(409)
})

test('an order of a member who is then removed is finished for the company', async () => {
  const owner = await addHost()
  const member = await joinNew(owner)
  const before = await balanceOf(owner)
  const ordered = await orderDownload(fixture, member, { limit: 3 })
  expect(ordered.status).toBe(202)
  await remove(owner, member.email)
  expect(await finished(fixture, owner, ordered.body.id)).toMatchObject({ state: 'ready', newLeads: 3 })
  expect(before - (await balanceOf(owner))).toBe(3)
  const file = await fixture.call('GET', `/api/downloads/${ordered.body.id}/file`, { as: owner })
  expect(file.status).toBe(200)
  const list = await fixture.call('GET', '/api/downloads', { as: member })
  expect(list.status).toBe(403)
})

test('a removed member who had an account of their own returns to it, with what they have there', async () => {
  const owner = await addHost()
  const guest = await addCompany(fixture, `resident-${number}`)
  const token = await invite(owner, guest.email, 'viewer')
  const opened = await fixture.call('POST', '/api/invitations/open', { body: { token } })
  expect(opened.body).toMatchObject({ email: guest.email, role: 'viewer', hasAccount: true })
  const accepted = await fixture.call('POST', '/api/invitations/accept', { as: guest, body: { token } })
  expect(accepted.body).toMatchObject({ companyId: owner.companyId, role: 'viewer' })
  expect(await meOf(guest)).toMatchObject({ id: owner.userId, company: { role: 'viewer' } })
  expect((await orderDownload(fixture, guest)).status).toBe(403)
  await remove(owner, guest.email)
  expect(await meOf(guest)).toMatchObject({
    id: guest.userId,
    access: 'granted',
    inviteStatus: 'removed',
    allowance: { leadsRemaining: 25 },
  })
})

test('a changed role applies from the next request on', async () => {
  const owner = await addHost()
  const member = await joinNew(owner)
  const found = (await usersOf(owner)).find(({ email }) => email === member.email)
  const path = `/api/company/users/${found?.id}`
  const set = async (role: string, as = owner) => await fixture.call('PATCH', path, { as, body: { role } })
  expect((await set('viewer')).status).toBe(204)
  expect((await orderDownload(fixture, member)).status).toBe(403)
  expect((await set('admin', member)).status).toBe(403)
  expect((await set('owner')).status).toBe(422)
  expect((await set('admin')).status).toBe(204)
  expect((await meOf(member)).abilities).toMatchObject({ 'people.manage': true, 'billing.change': false })
  const own = await fixture.call('PATCH', '/api/company', { as: member, body: { name: 'Acme Leads' } })
  expect(own.body).toMatchObject({ companyProfile: { name: 'Acme Leads', email: owner.email } })
})

test('when the owner hands over the company both are notified by mail, and bills go to the new owner', async () => {
  const owner = await addHost()
  await openPaymentAccount(fixture.deps.billing, {
    companyId: owner.companyId,
    userId: owner.userId,
    site: 'leads',
  })
  const heir = await joinNew(owner)
  const found = (await usersOf(owner)).find(({ email }) => email === heir.email)
  const give = async () =>
    await fixture.call('POST', '/api/company/owner', {
      as: owner,
      body: { memberId: found?.id },
    })
  const refused = await give()
  expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required'])
  const password = { password: owner.password }
  await fixture.call('POST', '/api/account/reauthenticate', { as: owner, body: password })
  expect((await give()).status).toBe(204)
  expect(await meOf(heir)).toMatchObject({ id: heir.userId, company: { role: 'owner' } })
  expect(await meOf(owner)).toMatchObject({ id: heir.userId, company: { role: 'admin' } })
  await mailTo(fixture, heir.email, /has a new owner/)
  await mailTo(fixture, owner.email, /has a new owner/)
  await vi.waitFor(
    async () => {
      const ofCompany = eq(customers.companyId, owner.companyId)
      const rows = await fixture.deps.db.select().from(customers).where(ofCompany)
      expect(rows.map(({ email }) => email)).toContain(heir.email)
    },
    { timeout: 60_000, interval: 50 },
  )
  expect((await give()).status).toBe(403)
})

test('an invitation reveals to nobody whether an address has an account; the plan limits their number', async () => {
  const owner = await addHost()
  const known = await addCompany(fixture, `known-${number}`)
  const answers = []
  for (const email of [known.email, guestAddress()]) {
    const body = { email, role: 'member' }
    const { status, text, headers } = await fixture.call('POST', '/api/invitations', { as: owner, body })
    const bytes = text.replaceAll(email, 'EMAIL').replaceAll(/inv_\w+|\d{4}-[\d-]+T[\d:.]+Z/g, '-')
    answers.push({ status, bytes, type: headers.get('content-type') })
  }
  expect(answers[1]).toEqual(answers[0])
  const company = await fixture.call('GET', '/api/company', { as: owner })
  expect(company.body).toMatchObject({ seats: { allowed: 25, taken: 0, offered: 2 } })
  const single = await addCompany(fixture, `single-${number}`)
  const refused = await fixture.call('POST', '/api/invitations', {
    as: single,
    body: { email: guestAddress(), role: 'member' },
  })
  expect(refused.status).toBe(402)
  expect(refused.body).toMatchObject({ code: 'payment_required', seats: { allowed: 0 } })
})

test('every action on members has an audit row with actor, subject and client address', async () => {
  const owner = await addHost()
  const member = await joinNew(owner)
  await remove(owner, member.email)
  const rows = await fixture.deps.db.select().from(auditLog).where(eq(auditLog.companyId, owner.companyId))
  const told = rows.map(({ action, actorUserId, subjectUserId }) => [action, actorUserId, subjectUserId])
  expect(told).toEqual([
    ['invitation.sent', owner.userId, owner.userId],
    ['invitation.accepted', member.userId, member.userId],
    ['member.removed', owner.userId, member.userId],
  ])
  for (const { ipAddress } of rows) expect(ipAddress).toMatch(/^10\./)
})
