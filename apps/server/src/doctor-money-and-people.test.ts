import { type SQL, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { addApiKey, addSession, beginAnew, clearApiKeys } from './testing/account-things.ts'
import { brokenBy, brokenInvariants, damage } from './testing/broken-invariants.ts'
import { addCompany } from './testing/companies-fixture.ts'
import type { Person } from './testing/people.ts'
import { ensureSubscription } from './testing/subscriptions.ts'
import { openTestSystem, type TestSystem } from './testing/test-system.ts'

/** As `doctor.test.ts`: each invariant of payments, mail and people is broken on purpose, and repaired again. */

let system: TestSystem
let owner: Person
let subscriptionId: string

beforeAll(async () => {
  system = await openTestSystem()
  owner = await addCompany(system, 'patient')
  ;({ subscriptionId } = await ensureSubscription(system.deps, owner, 'freeor_pro'))
  await becomesBroken([])
})

afterEach(async () => expect(await brokenFor()).toEqual([]))

afterAll(async () => await system.close())

const run = async (statement: SQL) => await damage(system, statement)
const brokenFor = async () => await brokenInvariants(system)

/** After the provider's events have been applied: until then the doctor reports no difference. */
const becomesBroken = (ids: string[]) =>
  vi.waitFor(async () => expect(await brokenFor()).toEqual(ids), { timeout: 60_000, interval: 200 })

test('a subscription that differs from the provider’s breaks I4', async () => {
  const theirs = (plan: string) =>
    run(sql`UPDATE embedded_subscriptions SET plan_code = ${plan} WHERE id = ${subscriptionId}`)
  await theirs('freeor_basic')
  await becomesBroken(['I4'])
  await theirs('freeor_pro')
  await becomesBroken([])
})

test('a customer record with another state than its subscription breaks I4', async () => {
  const says = (status: string) =>
    run(sql`UPDATE customers SET subscription_status = ${status}
      WHERE company_id = ${owner.companyId} AND site = 'leads'`)
  await says('past_due')
  await becomesBroken(['I4'])
  await says('active')
})

test('an invoice that was paid and never charged breaks I4', async () => {
  const charges = (outcome: string) =>
    run(sql`UPDATE embedded_charges SET outcome = ${outcome} WHERE invoice_id IN
      (SELECT id FROM embedded_invoices WHERE subscription_id = ${subscriptionId})`)
  await charges('declined')
  await becomesBroken(['I4'])
  await charges('approved')
})

test('an event of the provider that was stored and forgotten breaks I5', async () => {
  // Undone before anybody sees it: the reconciliation of each minute applies such events.
  const forgotten = sql`UPDATE provider_events
    SET state = 'received', applications = 0, received_at = received_at - interval '2 hours'
    WHERE id = (SELECT id FROM provider_events WHERE state = 'applied' ORDER BY received_at DESC LIMIT 1)`
  expect(await brokenBy(system, forgotten)).toEqual(['I5'])
})

test('a lot that gave more than it was granted breaks I11', async () => {
  const set = (change: SQL) =>
    run(sql`UPDATE credit_lots SET granted = ${change} WHERE company_id = ${owner.companyId}`)
  await set(sql`granted + 5`)
  expect(await brokenFor()).toContain('I11')
  await set(sql`granted - 5`)
})

test('leads from an unpaid invoice, or more than an invoice sold, break I11', async () => {
  const theirs = sql`(SELECT id FROM billing_invoices WHERE company_id = ${owner.companyId})`
  const bought = sql`(SELECT invoice_id FROM lead_invoices WHERE leads > 0 AND invoice_id IN ${theirs})`
  const become = (state: string) =>
    run(sql`UPDATE billing_invoices SET state = ${state} WHERE id IN ${bought}`)
  const sell = (more: number) =>
    run(sql`UPDATE lead_invoices SET leads = leads + ${more}::int, leads_applied = leads_applied + ${more}::int
      WHERE invoice_id IN ${bought}`)
  await become('past_due')
  expect(await brokenFor()).toEqual(['I11'])
  await become('paid')
  await sell(-1)
  expect(await brokenFor()).toEqual(['I11'])
  await sell(1)
})

test('leads that are still owed after a refund break I11', async () => {
  await run(sql`INSERT INTO billing_invoices (id, company_id, site, customer_id, processor, provider_id, number, state,
      total_cents, paid_cents, lines, created_at)
    SELECT 'bill_owed', company_id, site, customer_id, processor, 'owed', '1', 'paid', -1, 0, '[]', created_at
    FROM billing_invoices WHERE company_id = ${owner.companyId}`)
  await run(sql`INSERT INTO lead_invoices (invoice_id, leads, leads_applied) VALUES ('bill_owed', -5, -2)`)
  expect(await brokenFor()).toEqual(['I11'])
  await run(sql`DELETE FROM lead_invoices WHERE invoice_id = 'bill_owed'`)
  await run(sql`DELETE FROM billing_invoices WHERE id = 'bill_owed'`)
})

test('a mail that waits for more than a day breaks I7', async () => {
  await system.call('POST', '/api/auth/request-password-reset', { body: { email: owner.email } })
  await expect.poll(async () => (await unsettledMails()).length).toBe(0)
  const mine = sql`WHERE "to" = ${owner.email}`
  const queuedFor = (hours: number) =>
    // Due in the far future, so that nobody sends it meanwhile.
    run(sql`UPDATE mail_outbox SET state = 'queued', sent_at = NULL, next_attempt_at = now() + interval '1 year',
      created_at = now() - ${hours} * interval '1 hour' ${mine}`)
  await queuedFor(23)
  expect(await brokenFor()).toEqual([])
  await queuedFor(25)
  expect(await brokenFor()).toEqual(['I7'])
  await run(sql`DELETE FROM mail_outbox ${mine}`)
})

const unsettledMails = async () =>
  (await system.deps.db.execute(sql`SELECT id FROM mail_outbox WHERE state IN ('queued', 'sending')`)).rows

test('a mail whose sender is gone breaks I7', async () => {
  await system.call('POST', '/api/auth/request-password-reset', { body: { email: owner.email } })
  await expect.poll(async () => (await unsettledMails()).length).toBe(0)
  const heldUntil = (ago: string) =>
    brokenBy(
      system,
      sql`UPDATE mail_outbox SET state = 'sending', sent_at = NULL,
      next_attempt_at = now() - ${ago}::interval WHERE "to" = ${owner.email}`,
    )
  expect(await heldUntil('30 seconds')).toEqual([])
  expect(await heldUntil('2 minutes')).toEqual(['I7'])
})

test('a text message that waits for more than a day, or whose sender is gone, breaks I7', async () => {
  const kept = (state: string, age: string, due: string) =>
    brokenBy(
      system,
      sql`INSERT INTO sms_outbox (id, "to", text, state, created_at, expires_at, next_attempt_at)
      VALUES ('sms_kept', '+15552223333', 'x', ${state}, now() - ${age}::interval, now() + interval '1 day',
        now() - ${due}::interval)`,
    )
  expect(await kept('queued', '23 hours', '1 minute')).toEqual([])
  expect(await kept('queued', '25 hours', '1 minute')).toEqual(['I7'])
  expect(await kept('sending', '1 minute', '30 seconds')).toEqual([])
  expect(await kept('sending', '1 minute', '2 minutes')).toEqual(['I7'])
})

test('an API key or a second factor of an unproven address breaks I15, and so does a key of a banned user', async () => {
  const set = (change: SQL) => run(sql`UPDATE users SET ${change} WHERE id = ${owner.userId}`)
  await addApiKey(system, owner)
  expect(await brokenFor()).toEqual([])
  await set(sql`email_verified = false`)
  expect(await brokenFor()).toEqual(['I15'])
  await set(sql`email_verified = true, banned = true`)
  expect(await brokenFor()).toEqual(['I15'])
  await clearApiKeys(system, owner)
  expect(await brokenFor()).toEqual([])
  await set(sql`banned = false`)
  await beginAnew(system, owner)
  await set(sql`email_verified = false`)
  expect(await brokenFor()).toEqual(['I15'])
  await set(sql`email_verified = true`)
})

test('a short-lived token that counts as a password given again breaks I15', async () => {
  const id = await addSession(system, owner)
  const { rows } = await system.deps.db.execute<{ id: string }>(
    sql`SELECT id FROM sessions WHERE user_id = ${owner.userId} AND id <> ${id} LIMIT 1`,
  )
  await run(
    sql`UPDATE sessions SET parent_session_id = ${rows[0]?.id}, reauthenticated_at = now() WHERE id = ${id}`,
  )
  expect(await brokenFor()).toEqual(['I15'])
  await run(sql`DELETE FROM sessions WHERE id = ${id}`)
})
