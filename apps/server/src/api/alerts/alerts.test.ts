import { users } from '@freeor/accounts/tables'
import { appendToLog } from '@freeor/credits/log/commands'
import { sendDigests } from '@freeor/leads/alerts/digests/commands'
import { evaluateAlerts } from '@freeor/leads/alerts/evaluation/commands'
import { alertHits, searchAlerts } from '@freeor/leads/alerts/tables'
import { grantByHand } from '@freeor/leads/allowance/by-hand/commands'
import { mailOutbox } from '@freeor/messaging/tables'
import { and, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverMailJob } from '../../jobs/deliver-mail.ts'
import { type CompaniesFixture, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import { addMember, newAddress } from '../../testing/company-people.ts'
import { contactPattern, firmsDictId, importFirms } from '../../testing/firms.ts'
import type { Person } from '../../testing/people.ts'

let fixture: CompaniesFixture
let rows = 40

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: rows, jobs: false })
  // Nothing works on it: the mails stay in the outbox.
  await fixture.deps.jobs.createQueue(deliverMailJob)
})
afterAll(async () => await fixture.close())

type Search = { searchName: string; dslFilter: string; filter?: string; visibleToCompany?: boolean }

async function save(as: Person, search: Search): Promise<string> {
  const body = { dictId: firmsDictId, ...search }
  const saved = await fixture.call('POST', '/api/saved-searches', { as, body })
  expect(saved.status, saved.text).toBe(201)
  return saved.body.id
}

const watch = async (as: Person, id: string, rhythm: 'import' | 'daily' | 'weekly' = 'import') =>
  await fixture.call('PUT', `/api/saved-searches/${id}/alert`, { as, body: { rhythm } })

/** The next version of the firms, with so many more. */
async function importMore(more: number): Promise<void> {
  rows += more
  await importFirms(fixture.deps, rows)
  await evaluateAlerts(fixture.deps)
}

/** Mails of digests to somebody, in the order of sending. */
const digestsTo = async ({ email }: Pick<Person, 'email'>) =>
  await fixture.deps.db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.to, email), like(mailOutbox.text, '%You get this because%')))
    .orderBy(mailOutbox.createdAt)

const listAlerts = async (as: Person) => (await fixture.call('GET', '/api/alerts', { as })).body.alerts

async function optOut(row: number): Promise<void> {
  const number = String(row).padStart(4, '0')
  const body = { text: `private-person-${number}@firm-${number}.example`, reason: 'asked by mail' }
  const added = await fixture.call('POST', '/api/opt-outs', { as: fixture.people.superAdmin, body })
  expect(added.status, added.text).toBe(201)
}

const tokenIn = (text: string) => /alerts\/stop\?token=([^\s\])]+)/.exec(text)?.[1] ?? ''

test('one mail tells a person of each new lead once, with the names of all searches it came into, without a contact', async () => {
  const { owner } = fixture.people
  const texans = await save(owner, { searchName: 'Texans', dslFilter: 'state:TX' })
  const dallas = await save(owner, { searchName: 'Around Dallas', dslFilter: 'city:"Dallas, TX"' })
  for (const id of [texans, dallas]) expect((await watch(owner, id)).status).toBe(200)
  // Of four firms in a row two are in Texas, and one of these in Dallas.
  await importMore(4)
  await sendDigests(fixture.deps, 'import')
  const [mail, ...others] = await digestsTo(owner)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('New leads in 2 saved searches')
  const text = (mail?.text ?? '').replaceAll(/\s+/g, ' ')
  expect(text).toContain('“Texans”: 2 new leads.')
  expect(text).toContain('“Around Dallas”: 1 new lead.')
  expect(text).toMatch(/Firm 0041 LLC · \S+ · Dallas, TX \(“Around Dallas”, “Texans”\)/)
  expect(text).toMatch(/Firm 0044 LLC · \S+ · Houston, TX \(“Texans”\)/)
  expect(text.match(/Firm \d{4}/g)).toHaveLength(2)
  expect(text).toContain('You get this because you asked to be told after each import')
  expect(text).not.toMatch(contactPattern)
  expect(mail?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  expect(mail?.headers['List-Unsubscribe']).toContain(tokenIn(text))
})

test('nothing is sent where nothing is new, and nothing twice', async () => {
  const { owner } = fixture.people
  const before = (await digestsTo(owner)).length
  await sendDigests(fixture.deps, 'import')
  await importMore(0)
  await sendDigests(fixture.deps, 'import')
  expect(await digestsTo(owner)).toHaveLength(before)
  await importMore(4)
  await Promise.all(Array.from({ length: 5 }, () => sendDigests(fixture.deps, 'import')))
  expect(await digestsTo(owner)).toHaveLength(before + 1)
  expect(await fixture.deps.db.$count(alertHits)).toBe(0)
})

test('two servers that evaluate at the same time find everything once', async () => {
  const { stranger } = fixture.people
  const id = await save(stranger, { searchName: 'Nevada', dslFilter: 'state:NV' })
  await watch(stranger, id)
  rows += 4
  await importFirms(fixture.deps, rows)
  await Promise.all(Array.from({ length: 4 }, () => evaluateAlerts(fixture.deps)))
  const hits = await fixture.deps.db.select().from(alertHits).where(eq(alertHits.searchId, id))
  expect(hits.map(({ leads, leadIds }) => [leads, leadIds.length])).toEqual([[1, 1]])
  await sendDigests(fixture.deps, 'import')
  expect(await digestsTo(stranger)).toHaveLength(1)
})

test('what came with several imports is told together in the rhythm that was chosen', async () => {
  const { admin } = fixture.people
  const id = await save(admin, { searchName: 'Reno', dslFilter: 'city:"Reno, NV"' })
  await watch(admin, id, 'daily')
  await importMore(4)
  await importMore(8)
  await sendDigests(fixture.deps, 'import')
  await sendDigests(fixture.deps, 'weekly')
  expect(await digestsTo(admin)).toEqual([])
  await sendDigests(fixture.deps, 'daily')
  const [mail, ...others] = await digestsTo(admin)
  expect([mail?.subject, others]).toEqual(['3 new leads in “Reno”', []])
  expect(await listAlerts(admin)).toMatchObject([{ searchId: id, rhythm: 'daily' }])
})

test('somebody who opts out before the mail is sent is neither named nor counted in it', async () => {
  const { member } = fixture.people
  const one = await save(member, { searchName: 'One of them', dslFilter: 'city:"Dallas, TX"' })
  const all = await save(member, { searchName: 'All of them', dslFilter: 'state:TX' })
  for (const id of [one, all]) expect((await watch(member, id, 'weekly')).status).toBe(200)
  await importMore(4)
  const company = `Firm ${String(rows - 3).padStart(4, '0')} LLC`
  const search = { filter: `company:"${company}"` }
  const found = await fixture.call('POST', `/api/search/${firmsDictId}`, { as: member, body: search })
  expect(found.body).toMatchObject({ count: 1, rows: [{ cells: { city: 'Dallas' } }] })
  await optOut(rows - 3)
  await sendDigests(fixture.deps, 'weekly')
  const [mail, ...others] = await digestsTo(member)
  expect(others).toEqual([])
  const text = (mail?.text ?? '').replaceAll(/\s+/g, ' ')
  expect(text).toContain('“All of them”: 1 new lead.')
  expect(text).not.toContain('One of them')
  expect(text).not.toContain(company)
  expect(text).not.toContain('There are more')
  // A search without any lead left is not in the mail at all.
  expect(await fixture.deps.db.$count(alertHits, eq(alertHits.userId, member.userId))).toBe(0)
})

test('the link of a mail ends one alert or all of them without signing in, and looking at it ends none', async () => {
  const { owner, stranger } = fixture.people
  const [mail] = await digestsTo(owner)
  const token = tokenIn((mail?.text ?? '').replaceAll(/\s+/g, ' '))
  const open = (body: object) => fixture.call('POST', '/api/alert-stops/open', { body })
  const stop = (body: object) => fixture.call('POST', '/api/alert-stops', { body })
  const names = (alerts: readonly { searchName: string }[]) => alerts.map(({ searchName }) => searchName)
  expect(names((await open({ token })).body.alerts)).toEqual(['Around Dallas', 'Texans'])
  expect(names(await listAlerts(owner))).toEqual(['Around Dallas', 'Texans'])
  const [, texans] = await listAlerts(owner)
  const [theirs] = await listAlerts(stranger)
  await stop({ token, searchId: theirs?.searchId })
  expect(await listAlerts(stranger)).toHaveLength(1)
  expect(names((await stop({ token, searchId: texans?.searchId })).body.alerts)).toEqual(['Around Dallas'])
  const forged = `${stranger.userId}.${token.split('.')[1]}`
  for (const wrong of [forged, `${token}x`, 'nothing']) {
    expect((await open({ token: wrong })).status).toBe(404)
    expect((await stop({ token: wrong })).status).toBe(404)
  }
  expect((await stop({ token })).body.alerts).toEqual([])
  const before = (await digestsTo(owner)).length
  await importMore(4)
  await sendDigests(fixture.deps, 'import')
  expect(await digestsTo(owner)).toHaveLength(before)
})

test('alerts are of searches that one sees, of members alone, and end with the membership', async () => {
  const { owner, member, stranger, viewer } = fixture.people
  const id = await save(member, { searchName: 'Shown', dslFilter: 'state:CA', visibleToCompany: true })
  expect((await watch(stranger, id)).status).toBe(404)
  expect((await watch(viewer, id)).status).toBe(403)
  expect((await watch(owner, id)).status).toBe(200)
  const email = newAddress()
  const memberId = await addMember(fixture, owner, email)
  const [person] = await fixture.deps.db.select().from(users).where(eq(users.email, email))
  await fixture.deps.db.insert(searchAlerts).values({
    ...{ searchId: id, userId: person?.id ?? '', companyId: owner.companyId, rhythm: 'import' },
    ...{ evaluatedVersion: 1, createdAt: new Date() },
  })
  await fixture.call('DELETE', `/api/company/users/${memberId}`, { as: owner })
  const isTheirs = eq(searchAlerts.userId, person?.id ?? '')
  expect(await fixture.deps.db.$count(searchAlerts, isTheirs)).toBe(0)
  // Once it is not shown any more, its owner's colleague is told nothing of it.
  await fixture.call('PATCH', `/api/saved-searches/${id}`, {
    ...{ as: member, body: { visibleToCompany: false } },
  })
  const before = (await digestsTo(owner)).length
  await importMore(4)
  await sendDigests(fixture.deps, 'import')
  expect(await digestsTo(owner)).toHaveLength(before)
})

test('nobody is mailed at an address that is not proven, or once the search is deleted', async () => {
  const { stranger } = fixture.people
  const before = (await digestsTo(stranger)).length
  const prove = async (emailVerified: boolean) =>
    await fixture.deps.db.update(users).set({ emailVerified }).where(eq(users.id, stranger.userId))
  await prove(false)
  await importMore(4)
  await sendDigests(fixture.deps, 'import')
  await prove(true)
  const [alert] = await listAlerts(stranger)
  await importMore(4)
  await fixture.call('DELETE', `/api/saved-searches/${alert?.searchId}`, { as: stranger })
  await sendDigests(fixture.deps, 'import')
  expect(await digestsTo(stranger)).toHaveLength(before)
})

test('a mail has the newest signed head of the ledger, as the log publishes it', async () => {
  const { owner, stranger } = fixture.people
  const grant = { amount: 5, expiresAt: null, key: 'for-the-head', reason: 'a test', now: new Date() }
  await grantByHand(fixture.deps.db, {
    ...{ ...grant, companyId: owner.companyId, superAdminUserId: undefined },
  })
  expect(await appendToLog(fixture.deps.ledgerLog)).toBeGreaterThan(0)
  await watch(stranger, await save(stranger, { searchName: 'Californians', dslFilter: 'state:CA' }))
  await importMore(4)
  await sendDigests(fixture.deps, 'import')
  const text = ((await digestsTo(stranger)).at(-1)?.text ?? '').replaceAll(/\s+/g, ' ')
  const { body } = await fixture.call('GET', '/api/log/heads')
  const [head] = body.heads
  expect(head).toBeDefined()
  for (const said of [`${head?.treeSize} entries`, head?.rootHash, head?.statement])
    expect(text.replaceAll(' ', '')).toContain(said?.replaceAll(' ', ''))
})
