import { createHash } from 'node:crypto'
import { users } from '@freeor/accounts/tables'
import { newId } from '@freeor/kernel/ids'
import { grantByHand } from '@freeor/leads/allowance/by-hand/commands'
import { sweepDownloads } from '@freeor/leads/downloads/upkeep/commands'
import { applyOptOuts, removeListed, whileNoneIsRemoved } from '@freeor/leads/opt-outs/apply-opt-outs'
import { hasOptedOut } from '@freeor/leads/opt-outs/honour-privacy-signal'
import { optOutState, optOuts } from '@freeor/leads/opt-outs/tables'
import { sweepSuppression } from '@freeor/leads/suppression/sweep-suppression'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../../doctor.ts'
import {
  type CompaniesFixture,
  download,
  finished,
  openCompaniesFixture,
  orderDownload,
} from '../../testing/companies-fixture.ts'
import { firmsDictId, importFirms } from '../../testing/firms.ts'
import { impersonate } from '../../testing/impersonation.ts'
import { addPerson } from '../../testing/people.ts'

/* Who has opted out is nowhere, from the answer on. */

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 40 })
  const grant = { amount: 500, expiresAt: null, key: 'for-files', reason: 'a test', now: new Date() }
  const { companyId } = fixture.people.owner
  await grantByHand(fixture.deps.db, { ...grant, companyId, superAdminUserId: undefined })
})

afterAll(async () => await fixture.close())

const emailOf = (row: number) => {
  const number = String(row).padStart(4, '0')
  return `private-person-${number}@firm-${number}.example`
}

async function optOut(text: string) {
  const as = fixture.people.superAdmin
  const answer = await fixture.call('POST', '/api/opt-outs', { as, body: { text, reason: 'asked by mail' } })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

async function search(body: Record<string, unknown>) {
  const answer = await fixture.call('POST', `/api/search/${firmsDictId}`, { as: fixture.people.owner, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const suggested = async (q: string) =>
  (
    await fixture.call('GET', `/api/search/${firmsDictId}/suggest?column=company&q=${q}`, {
      as: fixture.people.owner,
    })
  ).body.values

const map = { bbox: [-125, 24, -66, 49], zoom: 4 }

test('one opt-out removes a lead from search, counts, facets, map, suggestions, quote and files, and from a new import', async () => {
  const as = fixture.people.owner
  const whole = { facets: ['industry'], map, limit: 50 }
  const before = await search(whole)
  expect(before.count).toBe(40)
  expect(await suggested('firm%200006')).toMatchObject([{ count: 1 }])
  const old = await download(fixture, as, { limit: 8 })
  const other = await download(fixture, as, { limit: 5, offset: 20 })

  expect(await optOut(emailOf(6))).toEqual({ added: 1, unread: 0, leads: 1, files: 1 })

  const after = await search(whole)
  expect(after.count).toBe(39)
  expect(after.rows.map(({ cells }) => cells.company)).not.toContain('Firm 0006 LLC')
  const sum = (answer: typeof after) =>
    answer.facets[0]?.values.reduce((all, { count }) => all + count, answer.facets[0].blank)
  expect([sum(before), sum(after)]).toEqual([40, 39])
  expect(after.map?.cells.reduce((all, { count }) => all + count, after.map.unplaced)).toBe(39)
  expect((await search({ count_only: true, filter: 'company:"Firm 0006 LLC"' })).count).toBe(0)
  expect(await suggested('firm%200006')).toEqual([])
  expect(await suggested('firm%200007')).toMatchObject([{ count: 1 }])
  const dictionaries = await fixture.call('GET', `/api/dictionaries/${firmsDictId}`, { as })
  expect(dictionaries.body.rows).toBe(39)

  const order = { dictId: firmsDictId }
  const quote = await fixture.call('POST', '/api/downloads/quote', { as, body: order })
  expect(quote.body).toMatchObject({ matches: 39, rows: 39, alreadyOwned: 12, newLeads: 27, optedOut: 0 })
  const file = await download(fixture, as, { limit: 25 })
  const { text } = await fixture.call('GET', `/api/downloads/${file.id}/file`, { as })
  expect(text).not.toContain('0006')

  const gone = await fixture.call('GET', `/api/downloads/${old.id}/file`, { as })
  expect(gone.status).toBe(410)
  expect((await fixture.call('GET', `/api/downloads/${other.id}/file`, { as })).status).toBe(200)
  const record = await fixture.call('GET', `/api/downloads/${old.id}`, { as })
  expect(record.body).toMatchObject({ state: 'ready', csvFile: null, withdrawnAt: expect.any(String) })

  const report = await importFirms(fixture.deps, 44)
  expect(report).toMatchObject({ rowsIn: 44, rowsStored: 43, rowsRejected: 1, rowsOptedOut: 1 })
  expect((await search({ count_only: true })).count).toBe(43)
  expect((await search({ count_only: true, asOf: 1 })).count).toBe(39)
})

test('nothing of it breaks a rule, also after the upkeep', async () => {
  await sweepSuppression(fixture.deps)
  await sweepDownloads(fixture.deps)
  const report = await checkInvariants(fixture.deps)
  expect(report.invariants.filter(({ ok }) => !ok)).toEqual([])
})

test('a hash removes whom it means, under each normalization', async () => {
  const phone = createHash('sha256').update('8325550009').digest('base64')
  const email = createHash('md5').update(emailOf(10)).digest('hex')
  expect(await optOut(`${phone}\n${email}\n??`)).toMatchObject({ added: 2, unread: 1, leads: 2 })
  expect((await search({ count_only: true })).count).toBe(41)
})

test('an order made while somebody opts out holds them no more, and costs less', async () => {
  const as = fixture.people.owner
  const body = { dictId: firmsDictId, filter: 'company:"Firm 0041 LLC","Firm 0042 LLC"' }
  const quoted = await fixture.call('POST', '/api/downloads/quote', { as, body })
  expect(quoted.body).toMatchObject({ newLeads: 2 })
  const [ordered] = await Promise.all([
    orderDownload(fixture, as, { filter: body.filter, limit: 2 }),
    optOut(emailOf(42)),
  ])
  expect(ordered.status, ordered.text).toBe(202)
  const file = await finished(fixture, as, ordered.body.id)
  if (file.withdrawnAt === null) {
    const { text } = await fixture.call('GET', `/api/downloads/${file.id}/file`, { as })
    expect(text).not.toContain('0042')
    expect(file.newLeads).toBe(file.downloadCount)
  }
  const fetched = await fixture.call('GET', `/api/downloads/${file.id}/file`, { as })
  expect(fetched.text).not.toContain('private-person-0042')
})

test('the list tells whether somebody is on it, keeps no contact, and an entry taken off comes back with an import', async () => {
  const as = fixture.people.superAdmin
  const find = async (q: string) =>
    (await fixture.call('GET', `/api/opt-outs?q=${encodeURIComponent(q)}`, { as })).body.optOuts
  const [entry] = await find(emailOf(6).toUpperCase())
  expect(entry).toMatchObject({ form: 'email', shown: 'p•••@firm-0006.example' })
  expect(await find('nobody@example.com')).toEqual([])
  const removed = await fixture.call('POST', `/api/opt-outs/${entry?.id}/remove`, {
    as,
    body: { reason: 'a mistake' },
  })
  expect(removed.status).toBe(204)
  expect(await find(emailOf(6))).toEqual([])
  expect((await search({ count_only: true, filter: 'company:"Firm 0006 LLC"' })).count).toBe(0)
  await importFirms(fixture.deps, 44)
  expect((await search({ count_only: true, filter: 'company:"Firm 0006 LLC"' })).count).toBe(1)
})

test('an addition that was cut short after the list had it is applied by the job, and an order waits for it', async () => {
  const { db, clock } = fixture.deps
  const [state] = await db.select().from(optOutState)
  const number = (state?.number ?? 0) + 1
  const key = createHash('sha256').update(emailOf(12)).digest('hex').slice(0, 32)
  const row = { id: newId('out'), form: 'email', key, shown: 'p', reason: 'a test', number } as const
  // The job of this system comes each minute; here it waits.
  const ordered = await whileNoneIsRemoved(db, async () => {
    await db.insert(optOuts).values({ ...row, createdAt: clock.now() })
    await db.update(optOutState).set({ number })
    const waiting = orderDownload(fixture, fixture.people.owner, { filter: 'company:"Firm 0012 LLC"' })
    expect(await removeListed(fixture.deps)).toMatchObject({ leads: 1 })
    return await waiting
  })
  expect(ordered.body).toMatchObject({ quote: { rows: 0, outcome: 'nothing_to_download' } })
  expect((await search({ count_only: true, filter: 'company:"Firm 0012 LLC"' })).count).toBe(0)
})

test('each of several additions at the same time is told what itself removed', async () => {
  const rows = [30, 31, 32, 33]
  const told = await Promise.all([...rows.map((row) => optOut(emailOf(row))), applyOptOuts(fixture.deps)])
  expect(told.slice(0, -1)).toEqual(rows.map(() => expect.objectContaining({ added: 1, leads: 1 })))
  expect(told.at(-1)).toEqual({ leads: 0, files: 0 })
})

test('a browser’s Global Privacy Control takes a signed-in person’s own listing out, by a proven address only', async () => {
  const { deps, call } = fixture
  const signals = { 'sec-gpc': '1' }
  const found = async (row: number) =>
    (await search({ count_only: true, filter: `company:"Firm ${String(row).padStart(4, '0')} LLC"` })).count
  const become = async (name: string, row: number, emailVerified: boolean) => {
    const person = await addPerson(deps, call, { name })
    await deps.db
      .update(users)
      .set({ email: emailOf(row), emailVerified })
      .where(eq(users.id, person.userId))
    return person
  }
  const unproven = await become('claims-a-listing', 20, false)
  const quiet = await become('is-listed-quietly', 21, true)
  const listed = await become('is-listed', 22, true)
  expect([await found(20), await found(21), await found(22)]).toEqual([1, 1, 1])

  await call('GET', '/api/me', { as: unproven, headers: signals })
  await call('GET', '/api/me', { as: quiet })
  await call('GET', '/api/me', { as: quiet, headers: { 'sec-gpc': '0' } })
  const acting = await impersonate(fixture, fixture.people.superAdmin, quiet)
  const seen = await call('GET', '/api/me', { as: acting, headers: signals })
  expect(seen.body).toMatchObject({ uid: quiet.userId, impersonatedBy: {} })
  for (let time = 0; time < 3; time++) await call('GET', '/api/me', { as: listed, headers: signals })
  await expect.poll(async () => await found(22), { timeout: 60_000 }).toBe(0)
  expect([await found(20), await found(21)]).toEqual([1, 1])
  expect(await hasOptedOut(deps.db, emailOf(22))).toBe(true)
})
