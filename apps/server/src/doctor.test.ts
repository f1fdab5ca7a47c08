import { utimes } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { frozenLeadsTable, ownedLeadsTable } from '@freeor/leads/ownership/owned-leads'
import type { Download } from '@freeor/leads/schema'
import { fakeClock } from '@freeor/testing/clock'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { filePath } from './compose.ts'
import { checkInvariants } from './doctor.ts'
import { addApiKey, addSession, beginAnew, clearApiKeys } from './testing/account-things.ts'
import type { Person } from './testing/people.ts'
import { ensureSubscription } from './testing/subscriptions.ts'
import { addCompany, download, openWorld, type World } from './testing/world.ts'

/** The doctor is what every other test of faults relies on: here each invariant is broken on purpose. */

let world: World
let owner: Person
let file: Download
let companies = 0

beforeAll(async () => {
  world = await openWorld({ firms: 60 })
})

beforeEach(async () => {
  companies += 1
  owner = await addCompany(world, `patient-${companies}`)
  file = await download(world, owner, { limit: 3 })
  expect(await brokenFor()).toEqual([])
})

afterAll(async () => await world.close())

const run = async (statement: SQL) => {
  const { rowCount } = await world.deps.db.execute(statement)
  expect(rowCount, 'the damage was done').toBeGreaterThan(0)
}

/** The invariants that do not hold, as the doctor tells them, and that undo what was done to show it. */
async function brokenFor(clock = world.deps.clock, db = world.deps.db): Promise<string[]> {
  const report = await checkInvariants({ ...world.deps, clock, db })
  const broken = report.invariants.filter(({ ok }) => !ok).map(({ id }) => id)
  expect(report.ok).toBe(broken.length === 0)
  return broken
}

const fileKeyOf = async () => {
  const { rows } = await world.deps.db.execute<{ file_key: string }>(
    sql`SELECT file_key FROM downloads WHERE id = ${file.id}`,
  )
  return rows[0]?.file_key ?? ''
}

test('a credit that comes from nowhere breaks I1', async () => {
  const lots = (change: SQL) =>
    run(sql`UPDATE credit_lots SET ${change} WHERE company_id = ${owner.companyId}`)
  await lots(sql`"left" = "left" + 1`)
  expect(await brokenFor()).toEqual(['I1'])
  await lots(sql`"left" = "left" - 1`)
})

test('a credit held for no order breaks I1', async () => {
  const lots = (change: SQL) =>
    run(sql`UPDATE credit_lots SET ${change} WHERE company_id = ${owner.companyId}`)
  await lots(sql`"left" = "left" - 1, reserved = reserved + 1`)
  expect(await brokenFor()).toContain('I1')
  await lots(sql`"left" = "left" + 1, reserved = reserved - 1`)
})

test('a file that is not there breaks I2', async () => {
  const key = await fileKeyOf()
  const content = await world.call('GET', `/api/downloads/${file.id}/file`, { as: owner })
  await world.deps.files.remove(key)
  expect(await brokenFor()).toEqual(['I2'])
  expect(await brokenFor()).not.toEqual([])
  await world.deps.files.write(key, Readable.from([content.text]))
})

test('one changed byte of a file breaks I2', async () => {
  const key = await fileKeyOf()
  const { text } = await world.call('GET', `/api/downloads/${file.id}/file`, { as: owner })
  await world.deps.files.write(key, Readable.from([text.replace('Firm', 'Firn')]))
  expect(await brokenFor()).toEqual(['I2'])
  await world.deps.files.write(key, Readable.from([text]))
})

test('a ready file that says it brought more new leads than were paid breaks I2', async () => {
  const set = (amount: number) => run(sql`UPDATE downloads SET new_leads = ${amount} WHERE id = ${file.id}`)
  await set(2)
  expect(await brokenFor()).toContain('I2')
  await set(3)
})

test('a debit whose file failed breaks I3', async () => {
  const set = (state: string, number: SQL) =>
    run(
      sql`UPDATE downloads SET state = ${state}, ready_no = ${number}, owned_leads = 3 * ${number} WHERE id = ${file.id}`,
    )
  await set('failed', sql`NULL`)
  expect(await brokenFor()).toContain('I3')
  await set('ready', sql`1`)
})

test('a ready file with another number than its turn, or another sum of leads, breaks I2', async () => {
  const set = (column: SQL, value: number) =>
    run(sql`UPDATE downloads SET ${column} = ${value} WHERE id = ${file.id}`)
  await set(sql`ready_no`, 2)
  expect(await brokenFor()).toEqual(['I2'])
  await set(sql`ready_no`, 1)
  await set(sql`owned_leads`, 4)
  expect(await brokenFor()).toEqual(['I2'])
  await set(sql`owned_leads`, 3)
})

test('a lead that was paid for and stands no more among those owned breaks I2', async () => {
  const theirs = { company: owner.companyId }
  const from = `${ownedLeadsTable} WHERE company_id = {company:String}`
  await world.deps.olap.write(`DELETE FROM ${from} AND lead_id IN (SELECT min(lead_id) FROM ${from})`, theirs)
  expect(await brokenFor()).toEqual(['I2'])
  await world.deps.olap.write(
    `INSERT INTO ${ownedLeadsTable} SELECT {company:String}, 1, lead_id, 1
      FROM ${frozenLeadsTable} WHERE download_id = {id:String}`,
    { ...theirs, id: file.id },
  )
  expect(await brokenFor()).toEqual([])
})

test('a version that serves without its record breaks I6', async () => {
  const set = (change: SQL) =>
    run(sql`UPDATE datasets SET current_version = ${change} WHERE dict_id = 'firms'`)
  await set(sql`current_version + 1`)
  expect(await brokenFor()).toEqual(['I6'])
  await set(sql`current_version - 1`)
})

test('a version that holds fewer leads than were acknowledged breaks I6', async () => {
  const set = (change: SQL) => run(sql`UPDATE dataset_versions SET rows = ${change} WHERE dict_id = 'firms'`)
  await set(sql`rows + 1`)
  expect(await brokenFor()).toEqual(['I6'])
  await set(sql`rows - 1`)
})

test('a mail that waits for more than a day breaks I7', async () => {
  await world.call('POST', '/api/auth/request-password-reset', { body: { email: owner.email } })
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
  (await world.deps.db.execute(sql`SELECT id FROM mail_outbox WHERE state IN ('queued', 'sending')`)).rows

test('a lot that gave more than it was granted breaks I11', async () => {
  const set = (change: SQL) =>
    run(sql`UPDATE credit_lots SET granted = ${change} WHERE company_id = ${owner.companyId}`)
  await set(sql`granted + 5`)
  expect(await brokenFor()).toContain('I11')
  await set(sql`granted - 5`)
})

test('leads that an unpaid invoice brought, or more than it sold, break I11', async () => {
  await ensureSubscription(world.deps, owner)
  await becomesBroken([])
  const set = (change: SQL) =>
    run(sql`UPDATE billing_invoices SET ${change} WHERE company_id = ${owner.companyId} AND leads > 0`)
  await set(sql`state = 'past_due'`)
  expect(await brokenFor()).toEqual(['I11'])
  await set(sql`state = 'paid', leads = leads - 1, leads_applied = leads_applied - 1`)
  expect(await brokenFor()).toEqual(['I11'])
  await set(sql`leads = leads + 1, leads_applied = leads_applied + 1`)
})

test('leads that are owed since their money went back break I11', async () => {
  await ensureSubscription(world.deps, owner)
  await becomesBroken([])
  await run(sql`INSERT INTO billing_invoices (id, company_id, site, customer_id, processor, provider_id, number, state,
      total_cents, paid_cents, lines, leads, leads_applied, created_at)
    SELECT 'bill_owed', company_id, site, customer_id, processor, 'owed', '1', 'paid', -1, 0, '[]', -5, -2, created_at
    FROM billing_invoices WHERE company_id = ${owner.companyId}`)
  expect(await brokenFor()).toEqual(['I11'])
  await run(sql`DELETE FROM billing_invoices WHERE id = 'bill_owed'`)
})

test('a file of no download breaks I12 once it is older than an hour', async () => {
  const key = `downloads/${owner.companyId}/dl_nobodys-1.csv`
  await world.deps.files.write(key, Readable.from(['left behind']))
  expect(await brokenFor()).toEqual([])
  const old = new Date(Date.now() - 2 * 3_600_000)
  await utimes(filePath(world.config, key), old, old)
  expect(await brokenFor()).toEqual(['I12'])
  await world.deps.files.remove(key)
})

/** Damage that the running server would mend within seconds, seen before anybody else can see it, then undone. */
async function brokenBy(damage: SQL): Promise<string[]> {
  const undone = new Error('undone')
  let broken: string[] = []
  const work = world.deps.db.transaction(async (tx) => {
    expect((await tx.execute(damage)).rowCount).toBeGreaterThan(0)
    broken = await brokenFor(world.deps.clock, tx as unknown as typeof world.deps.db)
    throw undone
  })
  await expect(work).rejects.toBe(undone)
  return broken
}

test('a job that is active past its expiry, or whose worker is gone, breaks I12', async () => {
  await world.deps.jobs.send(undefined, 'grant-due-lots', {}, { startAfter: 86_400 })
  const isIt = sql`name = 'grant-due-lots' AND start_after > now() + interval '1 hour'`
  const active = (started: string, heard: string) =>
    brokenBy(sql`UPDATE pgboss.job SET state = 'active', expire_seconds = 3600,
      started_on = now() - ${started}::interval, heartbeat_on = now() - ${heard}::interval WHERE ${isIt}`)
  expect(await active('30 minutes', '1 second')).toEqual([])
  expect(await active('2 hours', '1 second')).toEqual(['I12'])
  expect(await active('30 minutes', '1 minute')).toEqual(['I12'])
})

test('a download that no job is about breaks I12', async () => {
  const underWay = sql`UPDATE downloads SET state = 'writing', ready_no = NULL, owned_leads = NULL
    WHERE id = ${file.id}`
  expect(await brokenBy(underWay)).toContain('I12')
})

test('a mail whose sender is gone breaks I7', async () => {
  await world.call('POST', '/api/auth/request-password-reset', { body: { email: owner.email } })
  await expect.poll(async () => (await unsettledMails()).length).toBe(0)
  const heldUntil = (ago: string) =>
    brokenBy(sql`UPDATE mail_outbox SET state = 'sending', sent_at = NULL,
      next_attempt_at = now() - ${ago}::interval WHERE "to" = ${owner.email}`)
  expect(await heldUntil('30 seconds')).toEqual([])
  expect(await heldUntil('2 minutes')).toEqual(['I7'])
})

test('an API key or a second factor of an address nobody proved breaks I15, and a key of a closed account', async () => {
  const set = (change: SQL) => run(sql`UPDATE users SET ${change} WHERE id = ${owner.userId}`)
  await addApiKey(world, owner)
  expect(await brokenFor()).toEqual([])
  await set(sql`email_verified = false`)
  expect(await brokenFor()).toEqual(['I15'])
  await set(sql`email_verified = true, banned = true`)
  expect(await brokenFor()).toEqual(['I15'])
  await clearApiKeys(world, owner)
  expect(await brokenFor()).toEqual([])
  await set(sql`banned = false`)
  await beginAnew(world, owner)
  await set(sql`email_verified = false`)
  expect(await brokenFor()).toEqual(['I15'])
  await set(sql`email_verified = true`)
})

test('a short-lived token that counts as a password given again breaks I15', async () => {
  const id = await addSession(world, owner)
  const { rows } = await world.deps.db.execute<{ id: string }>(
    sql`SELECT id FROM sessions WHERE user_id = ${owner.userId} AND id <> ${id} LIMIT 1`,
  )
  await run(
    sql`UPDATE sessions SET parent_session_id = ${rows[0]?.id}, reauthenticated_at = now() WHERE id = ${id}`,
  )
  expect(await brokenFor()).toEqual(['I15'])
  await run(sql`DELETE FROM sessions WHERE id = ${id}`)
})

test('a clock that is 40 days off accuses nobody of what is in order', async () => {
  for (const days of [-40, 40]) {
    const clock = fakeClock(new Date(Date.now() + days * 86_400_000).toISOString())
    expect(await brokenFor(clock), `${days} days`).toEqual([])
  }
})

/** Once what the provider told has been applied: until then a difference is none. */
const becomesBroken = (ids: string[]) =>
  vi.waitFor(async () => expect(await brokenFor()).toEqual(ids), { timeout: 15_000, interval: 200 })

test('a subscription that is another one at the provider breaks I4', async () => {
  const { subscriptionId } = await ensureSubscription(world.deps, owner, 'freeor_pro')
  const theirs = (plan: string) =>
    run(sql`UPDATE embedded_subscriptions SET plan_code = ${plan} WHERE id = ${subscriptionId}`)
  await theirs('freeor_basic')
  await becomesBroken(['I4'])
  await theirs('freeor_pro')
  await becomesBroken([])
})

test('a customer who is told of another state than their subscription has breaks I4', async () => {
  await ensureSubscription(world.deps, owner)
  const says = (status: string) =>
    run(sql`UPDATE customers SET subscription_status = ${status}
      WHERE company_id = ${owner.companyId} AND site = 'leads'`)
  await says('past_due')
  await becomesBroken(['I4'])
  await says('active')
})

test('an invoice that was paid and never charged breaks I4', async () => {
  const { subscriptionId } = await ensureSubscription(world.deps, owner)
  const charges = (outcome: string) =>
    run(sql`UPDATE embedded_charges SET outcome = ${outcome} WHERE invoice_id IN
      (SELECT id FROM embedded_invoices WHERE subscription_id = ${subscriptionId})`)
  await charges('declined')
  await becomesBroken(['I4'])
  await charges('approved')
})

test('an event of the provider that was stored and forgotten breaks I5', async () => {
  await ensureSubscription(world.deps, owner)
  await becomesBroken([])
  const { rows } = await world.deps.db.execute<{ id: string }>(
    sql`SELECT id FROM provider_events WHERE state = 'applied' ORDER BY received_at DESC LIMIT 1`,
  )
  const [event] = rows
  const make = (change: SQL) => run(sql`UPDATE provider_events SET ${change} WHERE id = ${event?.id}`)
  await make(sql`state = 'received', applications = 0, received_at = received_at - interval '2 hours'`)
  expect(await brokenFor()).toEqual(['I5'])
  await make(sql`state = 'applied', applications = 1`)
})
