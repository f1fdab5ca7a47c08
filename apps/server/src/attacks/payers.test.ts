import { companyMembers } from '@freeor/accounts/tables'
import { runDue } from '@freeor/billing/providers/embedded/renewals'
import { updateCard } from '@freeor/billing/subscriptions/commands'
import { findCustomer } from '@freeor/billing/subscriptions/queries'
import { lockLeadCustomer } from '@freeor/leads/allowance/commands'
import { fakeClock } from '@freeor/testing/clock'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkInvariants } from '../doctor.ts'
import { freshen } from '../testing/account-things.ts'
import { mailTo } from '../testing/mails.ts'
import { addPerson, type Person } from '../testing/people.ts'
import { ensureSubscription, humanPass } from '../testing/subscriptions.ts'
import { openTestSystem, type TestSystem } from '../testing/test-system.ts'
import { databaseTime, whenBlocked } from '../testing/when-blocked.ts'

/** Nobody pays for an account that is gone or with somebody else's card, and no seat is used that nobody pays for. */

let system: TestSystem
/** The provider answers nothing while this is there. */
let hanging: PromiseWithResolvers<void> | undefined
let reached: PromiseWithResolvers<void>

const clock = fakeClock(new Date().toISOString())

beforeAll(async () => {
  system = await openTestSystem({
    clock,
    faults: async (point) => {
      if (point !== 'subscribe-charged' || !hanging) return
      reached.resolve()
      await hanging.promise
    },
  })
})

afterAll(async () => {
  await vi.waitFor(
    async () => {
      const { invariants } = await checkInvariants(system.deps)
      expect(invariants.filter(({ ok }) => !ok)).toEqual([])
    },
    { timeout: 60_000, interval: 200 },
  )
  await system.close()
})

const newPerson = async (name: string) => await addPerson(system.deps, system.call, { name })
const place = ({ companyId }: Person) => ({ companyId, site: 'leads' as const })
const askerOf = (as: Person) => ({ ...place(as), userId: as.userId })
const customer = async (as: Person) => (await system.call('GET', '/api/billing/customer', { as })).body

async function addMember(to: Person, name: string): Promise<Person & { memberId: string }> {
  const { db } = system.deps
  const person = await addPerson(system.deps, system.call, {
    name,
    memberOf: { companyId: to.companyId, role: 'member' },
  })
  const isThem = and(eq(companyMembers.companyId, to.companyId), eq(companyMembers.userId, person.userId))
  const [member] = await db.select().from(companyMembers).where(isThem)
  return { ...person, memberId: member?.id ?? '' }
}

const remove = (as: Person) => system.call('DELETE', '/api/account', { as, body: { email: as.email } })

test('an account is not deleted while a card is charged for it, and nothing is charged after it is', async () => {
  const { deps } = system
  const as = await newPerson('leaver')
  await updateCard(deps.billing, { asker: askerOf(as), tokenId: 'tok_visa' })
  hanging = Promise.withResolvers<void>()
  reached = Promise.withResolvers<void>()
  const subscribing = system.call('POST', '/api/embedded/subscriptions/create', {
    as,
    body: {
      plan_code: 'freeor_pro',
      currency: 'USD',
      account: { code: as.userId },
      humanPass: await humanPass(system, as),
    },
  })
  await reached.promise
  await freshen(system, as)
  const early = await remove(as)
  expect(early.status, early.text).toBe(409)
  expect(early.text).toContain('A change of your subscription is under way.')
  hanging.resolve()
  hanging = undefined
  expect((await subscribing).status).toBe(200)
  expect((await remove(as)).status).toBe(204)
  const code = (await findCustomer(deps.db, place(as)))?.id ?? ''
  const { provider } = deps.billing
  await vi.waitFor(
    async () => {
      expect((await provider.listSubscriptions(code)).map(({ status }) => status)).toEqual(['canceled'])
      expect((await findCustomer(deps.db, place(as)))?.paymentsEndedAt).not.toBeNull()
    },
    { timeout: 60_000, interval: 100 },
  )
  clock.advance(40 * 86_400_000)
  await runDue(deps.embeddedBilling)
  expect(await provider.listInvoices(code)).toHaveLength(1)
  clock.advance(-40 * 86_400_000)
})

test('a new owner sees and pays with no card of the former one, and is told to give their own', async () => {
  const { deps } = system
  const former = await newPerson('former')
  await ensureSubscription(deps, former)
  const heir = await addMember(former, 'heir')
  await freshen(system, former)
  const given = await system.call('POST', '/api/company/owner', {
    as: former,
    body: { memberId: heir.memberId },
  })
  expect(given.status, given.text).toBe(204)
  expect(await customer(heir)).toMatchObject({ active: true, billing_info: null })
  expect(await mailTo(system, heir.email, /Please give a card before then/)).toContain('Give a card')
  const accountId = (await findCustomer(deps.db, place(former)))?.accountId ?? ''
  await vi.waitFor(async () => expect(await deps.billing.provider.cardOf(accountId)).toBeUndefined(), {
    timeout: 60_000,
    interval: 100,
  })
})

test('a company can be handed over while its credits move', async () => {
  const { db } = system.deps
  const former = await newPerson('moving')
  await ensureSubscription(system.deps, former)
  const heir = await addMember(former, 'moving-heir')
  await freshen(system, former)
  let handOver: ReturnType<typeof system.call> | undefined
  await db.transaction(async (tx) => {
    await lockLeadCustomer(tx, former.companyId, former.userId)
    const since = await databaseTime(tx)
    handOver = system.call('POST', '/api/company/owner', { as: former, body: { memberId: heir.memberId } })
    await whenBlocked(db, since)
    // A new row of the ledger, which refers to the company, takes the same lock.
    await tx.execute(sql`SELECT 1 FROM companies WHERE id = ${former.companyId} FOR KEY SHARE`)
  })
  const answer = await handOver
  expect(answer?.status, answer?.text).toBe(204)
})

test('a plan with fewer seats than people is refused with the numbers, in the preview and when it is asked for', async () => {
  const owner = await newPerson('crowded')
  const { subscriptionId } = await ensureSubscription(system.deps, owner)
  const colleague = await addMember(owner, 'colleague')
  const sentence =
    '1 person is in your account beside its owner, and Freeor Pro has no seats for others. Please remove 1 first.'
  const preview = await system.call('GET', '/api/billing/preview?plan=freeor_pro', { as: owner })
  expect(preview.status).toBe(409)
  expect(preview.text).toContain(sentence)
  const change = async () =>
    await system.call('POST', `/api/embedded/subscriptions/createChange/${subscriptionId}`, {
      as: owner,
      body: { timeframe: 'now', plan_code: 'freeor_pro', humanPass: await humanPass(system, owner) },
    })
  const refused = await change()
  expect(refused.status).toBe(409)
  expect(refused.text).toContain(sentence)
  await system.call('DELETE', `/api/company/users/${colleague.memberId}`, { as: owner })
  expect((await change()).status).toBe(200)
})

test('forty simultaneous requests for the PDF of an invoice get the same one, and health answers', async () => {
  const as = await newPerson('printer')
  await ensureSubscription(system.deps, as)
  const { body } = await system.call('GET', '/api/billing/invoices', { as })
  const path = `/api/billing/invoices/${body.invoices[0]?.id}/pdf`
  let isPrinting = true
  const printing = Promise.all(Array.from({ length: 40 }, () => system.request('GET', path, { as }))).finally(
    () => {
      isPrinting = false
    },
  )
  // Not the first time on a slow machine, as PostgreSQL has a second; but while they are printed.
  const askHealth = async () => {
    const isAskedMeanwhile = isPrinting
    return { isAskedMeanwhile, status: (await system.call('GET', '/api/health')).status }
  }
  await expect.poll(askHealth).toEqual({ isAskedMeanwhile: true, status: 200 })
  const printed = await printing
  const texts = await Promise.all(printed.map((answer) => answer.text()))
  expect(printed.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200))
  expect(new Set(texts).size).toBe(1)
})
