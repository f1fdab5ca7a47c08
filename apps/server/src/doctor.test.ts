import { Readable } from 'node:stream'
import type { Download } from '@freeor/leads/downloads/schema'
import { frozenLeadsTable, ownedLeadsTable } from '@freeor/leads/ownership/owned-leads'
import { fakeClock } from '@freeor/testing/clock'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { brokenBy, brokenInvariants, damage } from './testing/broken-invariants.ts'
import {
  addCompany,
  type CompaniesFixture,
  download,
  openCompaniesFixture,
} from './testing/companies-fixture.ts'
import type { Person } from './testing/people.ts'

/**
 * The doctor is what every other test of faults relies on: here each invariant of credits, files, leads and jobs is
 * broken on purpose, and repaired again for the next.
 */

let fixture: CompaniesFixture
let owner: Person
let file: Download

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 60 })
  owner = await addCompany(fixture, 'patient')
  file = await download(fixture, owner, { limit: 3 })
  expect(await brokenFor()).toEqual([])
})

afterEach(async () => expect(await brokenFor()).toEqual([]))

afterAll(async () => await fixture.close())

const run = async (statement: SQL) => await damage(fixture, statement)
const brokenFor = async (clock = fixture.deps.clock) => await brokenInvariants(fixture, { clock })

/** With a clock that is ahead, a mail that is being sent counts as one whose sender is gone. */
const expectMailsSent = async () => {
  const underWay = sql`SELECT id FROM mail_outbox WHERE state IN ('queued', 'sending')`
  await expect.poll(async () => (await fixture.deps.db.execute(underWay)).rows).toEqual([])
}

const fileKeyOf = async () => {
  const { rows } = await fixture.deps.db.execute<{ file_key: string }>(
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

test('a credit reserved for no order breaks I1', async () => {
  const lots = (change: SQL) =>
    run(sql`UPDATE credit_lots SET ${change} WHERE company_id = ${owner.companyId}`)
  await lots(sql`"left" = "left" - 1, reserved = reserved + 1`)
  expect(await brokenFor()).toContain('I1')
  await lots(sql`"left" = "left" + 1, reserved = reserved - 1`)
})

test('a file that is not there breaks I2', async () => {
  const key = await fileKeyOf()
  const content = await fixture.call('GET', `/api/downloads/${file.id}/file`, { as: owner })
  await fixture.deps.files.remove(key)
  expect(await brokenFor()).toEqual(['I2'])
  expect(await brokenFor()).not.toEqual([])
  await fixture.deps.files.write(key, Readable.from([content.text]))
})

test('one changed byte of a file breaks I2', async () => {
  const key = await fileKeyOf()
  const { text } = await fixture.call('GET', `/api/downloads/${file.id}/file`, { as: owner })
  await fixture.deps.files.write(key, Readable.from([text.replace('Firm', 'Firn')]))
  expect(await brokenFor()).toEqual(['I2'])
  await fixture.deps.files.write(key, Readable.from([text]))
})

test('a ready file that says it brought more new leads than were paid breaks I2', async () => {
  const set = (amount: number) => run(sql`UPDATE downloads SET new_leads = ${amount} WHERE id = ${file.id}`)
  await set(2)
  expect(await brokenFor()).toContain('I2')
  await set(3)
})

test('a debit whose file failed breaks I3', async () => {
  const fail = sql`UPDATE downloads SET state = 'failed', ready_no = NULL, owned_leads = NULL WHERE id = ${file.id}`
  expect(await brokenBy(fixture, fail)).toContain('I3')
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

test('a lead that was paid for and is no longer among those owned breaks I2', async () => {
  const theirs = { company: owner.companyId }
  const from = `${ownedLeadsTable} WHERE company_id = {company:String}`
  await fixture.deps.olap.write(
    `DELETE FROM ${from} AND lead_id IN (SELECT min(lead_id) FROM ${from})`,
    theirs,
  )
  expect(await brokenFor()).toEqual(['I2'])
  await fixture.deps.olap.write(
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

test('a file of no download breaks I12 once it is older than an hour', async () => {
  const key = `downloads/${owner.companyId}/dl_nobodys-1.csv`
  await fixture.deps.files.write(key, Readable.from(['left behind']))
  expect(await brokenFor()).toEqual([])
  // Not a file that is made older: the sweep of every ten minutes may remove one before the doctor looks.
  await expectMailsSent()
  const twoHoursLater = fakeClock(new Date(Date.now() + 2 * 3_600_000).toISOString())
  expect(await brokenFor(twoHoursLater)).toEqual(['I12'])
  await fixture.deps.files.remove(key)
})

test('a job that is active past its expiry, or whose worker is gone, breaks I12', async () => {
  await fixture.deps.jobs.send(undefined, 'grant-due-lots', {}, { startAfter: 86_400 })
  const isIt = sql`name = 'grant-due-lots' AND start_after > now() + interval '1 hour'`
  const active = (started: string, heard: string) =>
    brokenBy(
      fixture,
      sql`UPDATE pgboss.job SET state = 'active', expire_seconds = 3600,
      started_on = now() - ${started}::interval, heartbeat_on = now() - ${heard}::interval WHERE ${isIt}`,
    )
  expect(await active('30 minutes', '1 second')).toEqual([])
  expect(await active('2 hours', '1 second')).toEqual(['I12'])
  expect(await active('30 minutes', '1 minute')).toEqual(['I12'])
})

test('a download without a job breaks I12', async () => {
  const underWay = sql`UPDATE downloads SET state = 'writing', ready_no = NULL, owned_leads = NULL
    WHERE id = ${file.id}`
  expect(await brokenBy(fixture, underWay)).toContain('I12')
})

test('an import that nobody runs breaks I12', async () => {
  const heard = (ago: string) =>
    brokenBy(
      fixture,
      sql`UPDATE imports SET state = 'running', ended_at = NULL, progress_at = now() - ${ago}::interval
      WHERE version = 1`,
    )
  expect(await heard('15 seconds')).toEqual([])
  expect(await heard('1 minute')).toEqual(['I12'])
})

test('with a clock that is 40 days off the doctor reports nothing that is in order', async () => {
  await expectMailsSent()
  for (const days of [-40, 40]) {
    const clock = fakeClock(new Date(Date.now() + days * 86_400_000).toISOString())
    expect(await brokenFor(clock), `${days} days`).toEqual([])
  }
})
