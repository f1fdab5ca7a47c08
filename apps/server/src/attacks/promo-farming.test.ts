import { customers } from '@freeor/billing/tables'
import { newId } from '@freeor/kernel/ids'
import { lockLeadCustomer } from '@freeor/leads/allowance/commands'
import { emailRecipientRows } from '@freeor/leads/emails/tables'
import { grantFreeLeads } from '@freeor/leads/promos/commands'
import { promos, rewardedAddresses } from '@freeor/leads/promos/tables'
import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { checkInvariants } from '../doctor.ts'
import { addCompany, type CompaniesFixture } from '../testing/companies-fixture.ts'
import { openEmailFixture } from '../testing/email-fixture.ts'
import type { Person } from '../testing/people.ts'
import { addSavedSearch } from '../testing/saved-searches.ts'

/** Free leads for sharing come once for a human, whoever shares, however the address is written. */

const { current, send, settled, read } = openEmailFixture()
let fixture: CompaniesFixture
let server: ReturnType<typeof current>['server']
let people = 0
let sender: Person

beforeEach(async () => {
  ;({ fixture, server } = current())
  people += 1
  sender = await addCompany(fixture, `sharer${people}`)
})

const leftOf = async (as: Person) =>
  (await fixture.call('GET', '/api/me', { as })).body.allowance?.leadsRemaining ?? 0

/** Shares a search of theirs, and gives the leads that it earned once that is decided. */
async function share(as: Person, to: string): Promise<number> {
  const { body, status, text } = await send(as, { to, savedSearch: await addSavedSearch(fixture, as) })
  expect(status, text).toBe(202)
  await settled(as, body.id)
  await grantFreeLeads(fixture.deps.promos)
  return (await read(as, body.id)).freeLeads
}

const friend = (name: string) => `${name}${people}@elsewhere.example`
const of = (as: Person) => eq(promos.companyId, as.companyId)

test('each new recipient earns the account five leads, as a promo record and a lot', async () => {
  expect(await share(sender, `${friend('a')}, ${friend('b')}`)).toBe(10)
  expect(await leftOf(sender)).toBe(35)
  const { body } = await fixture.call('GET', '/api/promos', { as: sender })
  expect(body).toEqual({
    incentive: { perRecipient: 5, monthly: 100 },
    promos: [
      {
        ...{ timestamp: expect.any(String), type: 'free_leads', code: expect.stringMatching(/^share eml_/) },
        details: { value: 10, type: 'leads', emails: expect.arrayContaining([friend('a'), friend('b')]) },
        ...{ uid: sender.userId, email: sender.email },
      },
    ],
  })
  // Super admins see the records of all accounts, find one by an address, and read on where a page ends.
  const seen = async (query: string, as = fixture.people.superAdmin) =>
    await fixture.call('GET', `/api/admin/promos?${query}`, { as })
  const record = { ...body.promos[0], companyId: sender.companyId, id: expect.any(String) }
  const [newest] = (await seen('limit=1')).body.promos
  expect(newest).toMatchObject(record)
  for (const q of [friend('b'), sender.email]) expect((await seen(`q=${q}`)).body.promos).toEqual([newest])
  expect((await seen('q=nobody@like.this')).body.promos).toEqual([])
  expect((await seen(`after=${newest?.id}`)).body.promos).toEqual([])
  expect((await seen('', sender)).status).toBe(403)
  const ledger = await fixture.call('GET', '/api/ledger', { as: sender })
  expect(ledger.body.entries[0]).toMatchObject({ kind: 'grant', lotKind: 'promo', amount: 10 })
  expect(await share(sender, friend('c'))).toBe(5)
})

test('super admins read all records newest first, each once, page by page', async () => {
  const other = await addCompany(fixture, `reader${people}`)
  for (const [as, name] of [
    [sender, 'p1'],
    [other, 'p2'],
    [sender, 'p3'],
  ] as const)
    expect(await share(as, friend(name))).toBe(5)
  const page = async (query: string): Promise<{ id: string; companyId: string; timestamp: string }[]> =>
    (await fixture.call('GET', `/api/admin/promos?${query}`, { as: fixture.people.superAdmin })).body.promos
  const all = await page('limit=200')
  expect(all.slice(0, 3).map(({ companyId }) => companyId)).toEqual(
    [sender, other, sender].map(({ companyId }) => companyId),
  )
  const walked: typeof all = []
  for (let after = ''; walked.length <= all.length; ) {
    const [one] = await page(`limit=1${after}`)
    if (!one) break
    walked.push(one)
    after = `&after=${one.id}`
  }
  expect(walked).toEqual(all)
})

test('what is earned is what the operator set; 0 gives none, and an account gets no more than its month', async () => {
  const { promos: deps } = fixture.deps
  const usual = deps.incentive
  // The job of this system decides as soon as a mail is taken: the values stand before it is sent.
  const earn = async (incentive: typeof usual, to: string) => {
    Object.assign(deps, { incentive })
    return await share(sender, to).finally(() => Object.assign(deps, { incentive: usual }))
  }
  expect(
    await earn({ perRecipient: 7, monthly: 20 }, `${friend('v1')}, ${friend('v2')}, ${friend('v3')}`),
  ).toBe(14)
  expect(await earn({ perRecipient: 0, monthly: 100 }, friend('v4'))).toBe(0)
  expect(await earn({ perRecipient: 5, monthly: 0 }, friend('v5'))).toBe(0)
})

test('an alias, a tag and the dots of one mailbox are one human, in one message and in several', async () => {
  const boxes = [`me.and${people}@gmail.com`, `mean.d${people}+x@googlemail.com`, `meand${people}@gmail.com`]
  expect(await share(sender, boxes.join(','))).toBe(5)
  expect(await share(sender, `MEAND${people}+again@GMAIL.com`)).toBe(0)
  expect(await share(sender, friend('tag+one'))).toBe(5)
  expect(await share(sender, 'tag+two@elsewhere.example, tag@elsewhere.example')).toBe(0)
})

test('a human earns once for all accounts, however often they are written to', async () => {
  const other = await addCompany(fixture, `other${people}`)
  expect(await share(sender, friend('known'))).toBe(5)
  for (const as of [sender, other]) expect(await share(as, friend('known'))).toBe(0)
})

test('the sender, their colleagues, the company’s address and whom it invited earn nothing', async () => {
  const { owner, member } = fixture.people
  const company = `desk${people}@company.example`
  const seats = { planID: 'freeor_biz' }
  await fixture.deps.db.update(customers).set(seats).where(eq(customers.companyId, owner.companyId))
  const profile = { name: 'Acme', email: company }
  const changed = await fixture.call('PATCH', '/api/company', { as: owner, body: profile })
  expect(changed.status, changed.text).toBe(200)
  const invited = `invited${people}@company.example`
  const person = { email: invited, role: 'member' }
  const invitation = await fixture.call('POST', '/api/invitations', { as: owner, body: person })
  expect(invitation.status, invitation.text).toBeLessThan(300)
  const tagged = owner.email.replace('@', '+x@')
  expect(await share(owner, [owner.email, tagged, member.email, company, invited].join(','))).toBe(0)
  expect(await fixture.deps.db.$count(promos, of(owner))).toBe(0)
})

test('nothing is earned before the mail server has accepted, or where it refuses', async () => {
  server.judge((address) =>
    address.startsWith('gone') ? 550 : address.startsWith('later') ? 450 : undefined,
  )
  expect(await share(sender, `${friend('gone')},${friend('later')},${friend('here')}`)).toBe(5)
  const [row] = await fixture.deps.db.select().from(promos).where(of(sender))
  expect(row?.emails).toEqual([friend('here')])
})

test('a message that shares nothing earns nothing', async () => {
  const { body } = await send(sender, { to: friend('plain') })
  await settled(sender, body.id)
  await grantFreeLeads(fixture.deps.promos)
  expect((await read(sender, body.id)).freeLeads).toBe(0)
})

test('whoever looks is told that accepted mails still have to be decided on, until they are', async () => {
  const { body } = await send(sender, {
    to: friend('soon'),
    savedSearch: await addSavedSearch(fixture, sender),
  })
  await settled(sender, body.id)
  await grantFreeLeads(fixture.deps.promos)
  expect(await read(sender, body.id)).toMatchObject({ freeLeads: 5, freeLeadsPending: false })
  // As it is between the mail server's answer and the decision. The lock keeps the job of this system from taking it.
  await fixture.deps.db.transaction(async (tx) => {
    await lockLeadCustomer(tx, sender.companyId, sender.userId)
    const isTheirs = eq(emailRecipientRows.emailId, body.id)
    await fixture.deps.db.update(emailRecipientRows).set({ decidedAt: null }).where(isTheirs)
    expect(await read(sender, body.id)).toMatchObject({ freeLeads: 5, freeLeadsPending: true })
  })
})

test('an account gets 100 leads in 30 days, also by messages at the same time, and whole recipients only', async () => {
  const many = (n: number) => Array.from({ length: 15 }, (_, i) => friend(`m${n}-${i}-`)).join(',')
  const savedSearch = await addSavedSearch(fixture, sender)
  const sent = await Promise.all([0, 1, 2].map(async (n) => await send(sender, { to: many(n), savedSearch })))
  for (const { body } of sent) await settled(sender, body.id)
  await Promise.all(Array.from({ length: 8 }, async () => await grantFreeLeads(fixture.deps.promos)))
  const rows = await fixture.deps.db.select().from(promos).where(of(sender))
  expect(rows.reduce((all, { value }) => all + value, 0)).toBe(100)
  expect(await leftOf(sender)).toBe(125)
  const month = 31 * 86_400_000
  const past = new Date(Date.now() - month)
  await fixture.deps.db.update(promos).set({ createdAt: past }).where(of(sender))
  expect(await share(sender, friend('next-month'))).toBe(5)
})

test('five accounts that share with the same human at the same time earn once between them', async () => {
  const all = [
    sender,
    ...(await Promise.all([1, 2, 3, 4].map(async (n) => await addCompany(fixture, `p${people}-${n}`)))),
  ]
  const to = [friend('same'), friend('also-same')].join(',')
  const sent = await Promise.all(
    all.map(async (as) => ({
      as,
      id: (await send(as, { to, savedSearch: await addSavedSearch(fixture, as) })).body.id,
    })),
  )
  for (const { as, id } of sent) await settled(as, id)
  await Promise.all(Array.from({ length: 10 }, async () => await grantFreeLeads(fixture.deps.promos)))
  const earned = await Promise.all(sent.map(async ({ as, id }) => (await read(as, id)).freeLeads))
  expect(earned.reduce((sum, one) => sum + one, 0)).toBe(10)
})

test('the doctor finds a promo record without its lot, and a lot without its record', async () => {
  const { db } = fixture.deps
  const found = async () =>
    (await checkInvariants(fixture.deps)).invariants.find(({ id }) => id === 'I20')?.ok
  expect(await share(sender, friend('sound'))).toBe(5)
  expect(await found()).toBe(true)
  const [kept] = await db.select().from(promos).where(of(sender))
  await db
    .update(promos)
    .set({ code: `share ${newId('eml')} 1` })
    .where(eq(promos.id, kept?.id ?? ''))
  expect(await found()).toBe(false)
  await db
    .update(promos)
    .set({ code: kept?.code ?? '' })
    .where(eq(promos.id, kept?.id ?? ''))
  await db.delete(rewardedAddresses).where(and(eq(rewardedAddresses.promoId, kept?.id ?? '')))
  expect(await found()).toBe(false)
})
