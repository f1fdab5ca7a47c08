import { errorGroups } from '@freeor/accounts/error-log/tables'
import { auditLog, companies, users } from '@freeor/accounts/tables'
import { findLiveSubscription } from '@freeor/billing/subscriptions/queries'
import { grantCycleLot, lockLeadCustomer } from '@freeor/leads/allowance/commands'
import { stopAddress } from '@freeor/messaging/returned/commands'
import { findStops } from '@freeor/messaging/returned/queries'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkInvariants } from '../../doctor.ts'
import { freshen } from '../../testing/account-things.ts'
import { addPeople, addPerson, type People, type Person } from '../../testing/people.ts'
import { ensureSubscription } from '../../testing/subscriptions.ts'
import { openTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { databaseTime, whenBlocked } from '../../testing/when-blocked.ts'

let system: TestSystem
let people: People

beforeAll(async () => {
  system = await openTestSystem()
  people = await addPeople(system.deps, system.call)
})
afterAll(async () => await system.close())

const remove = (as: Person, email = as.email) =>
  system.call('DELETE', '/api/account', { as, body: { email } })

test('a user deletes only their own account, by giving the password again and typing their address', async () => {
  const as = await addPerson(system.deps, system.call, { name: 'careful' })
  expect((await remove(as)).body.code).toBe('reauthentication_required')
  await freshen(system, as)
  expect((await remove(as, people.owner.email)).status).toBe(422)
  expect((await system.call('GET', '/api/account/profile', { as })).status).toBe(200)
})

test('an owner with people hands over first', async () => {
  await freshen(system, people.owner)
  expect((await remove(people.owner)).body.code).toBe('conflict')
})

test('what is left says nothing about the person, the address is free, and what they paid for ends', async () => {
  const { deps } = system
  const as = await addPerson(deps, system.call, { name: 'leaver' })
  await ensureSubscription(deps, as)
  await system.call('PATCH', '/api/company', { as, body: { name: 'Of leaver alone' } })
  await system.call('PATCH', '/api/account/profile', { as, body: { phone: '+15552223333', org: 'Sample' } })
  await stopAddress(deps.db, {
    address: as.email,
    kind: 'hard',
    reason: 'No such user',
    now: deps.clock.now(),
  })
  await freshen(system, as)
  const taken = await system.call('GET', '/api/account/export', { as })
  const { profile, ledger, mail } = JSON.parse(taken.text)
  expect(mail.stop).toMatchObject({ kind: 'hard', reason: 'No such user' })
  expect(profile.userProfile.email).toBe(as.email)
  expect(ledger.length).toBeGreaterThan(0)
  expect(taken.text).not.toMatch(/passwordHash|keyHash|codeHash|token/)
  const answer = await remove(as)
  expect(answer.status, answer.text).toBe(204)
  expect((await system.call('GET', '/api/account/profile', { as })).status).toBe(401)
  const [user] = await deps.db.select().from(users).where(eq(users.id, as.userId))
  const [company] = await deps.db.select().from(companies).where(eq(companies.id, as.companyId))
  expect(JSON.stringify([user, company])).not.toMatch(/leaver|5552223333/)
  const kept = await deps.db.select().from(auditLog).where(eq(auditLog.companyId, as.companyId))
  expect(kept.map(({ action }) => action)).toContain('company.changed')
  expect(JSON.stringify(kept)).not.toContain('Of leaver alone')
  expect((await findStops(deps.db, [as.email])).size).toBe(0)
  const again = { email: as.email, password: as.password }
  expect((await system.call('POST', '/api/auth/sign-in/email', { body: again })).status).toBe(401)
  await vi.waitFor(
    async () => {
      const place = { companyId: as.companyId, site: 'leads' } as const
      expect(await findLiveSubscription(deps.db, place)).toBeUndefined()
    },
    { timeout: 60_000, interval: 100 },
  )
  const anew = await addPerson(deps, system.call, { name: 'leaver' })
  expect(anew.userId).not.toBe(as.userId)
  const report = await checkInvariants(deps)
  expect(report.invariants.filter(({ ok }) => !ok)).toEqual([])
})

test('the log of errors keeps the error, and not whom it happened to', async () => {
  const { deps } = system
  const names = ['unlucky', 'remaining']
  const [as, other] = await Promise.all(names.map((name) => addPerson(deps, system.call, { name })))
  if (!as || !other) throw new Error('Two people were added')
  for (const [name, one] of [
    ['unlucky', as],
    ['remaining', other],
  ] as const) {
    const body = { error: `${name} met a bug`, location: '/search' }
    const headers = { 'user-agent': `Browser of ${name}` }
    expect((await system.call('POST', '/api/errors', { as: one, body, headers })).status).toBe(204)
  }
  await freshen(system, as)
  const taken = JSON.parse((await system.call('GET', '/api/account/export', { as })).text)
  expect(taken.errors).toMatchObject([
    { error: 'unlucky met a bug', location: '/search', device: 'Browser of unlucky', site: 'leads' },
  ])
  expect((await remove(as)).status).toBe(204)
  const samples = (await deps.db.select().from(errorGroups)).map(({ sample }) => sample)
  expect(samples.filter(({ uid }) => uid === as.userId)).toEqual([])
  expect(samples.find(({ error }) => error.startsWith('unlucky'))).toMatchObject({
    ...{ uid: null, id: null, email: null, device: '', location: '/search' },
  })
  expect(samples.find(({ error }) => error.startsWith('remaining'))).toMatchObject({
    ...{ uid: other.userId, email: other.email, device: 'Browser of remaining' },
  })
})

test('a member goes alone; the company stays as it was', async () => {
  await freshen(system, people.viewer)
  expect((await remove(people.viewer)).status).toBe(204)
  const list = await system.call('GET', '/api/company/users', {
    as: people.owner,
  })
  expect(list.text).not.toContain(people.viewer.email)
  expect(list.status).toBe(200)
})

const nextMonth = () => new Date(system.deps.clock.now().getTime() + 32 * 86_400_000)

test.each([
  ['the schedule', false],
  ['a job in the name of the person', true],
])('an account can be deleted while %s moves its credits', async (_what, hasName) => {
  const { db } = system.deps
  const as = await addPerson(system.deps, system.call, { name: `mover-${hasName}` })
  await freshen(system, as)
  let removal: ReturnType<typeof remove> | undefined
  await db.transaction(async (tx) => {
    if (hasName) await lockLeadCustomer(tx, as.companyId, as.userId)
    // The scheduled grant also locks the row with the key of the owner's address.
    else await grantCycleLot(tx, { companyId: as.companyId, now: nextMonth() })
    const since = await databaseTime(tx)
    removal = remove(as)
    await whenBlocked(db, since)
    // A new row of the ledger, which refers to them, takes the same locks.
    await tx.execute(sql`SELECT 1 FROM companies WHERE id = ${as.companyId} FOR KEY SHARE`)
    if (hasName) await tx.execute(sql`SELECT 1 FROM users WHERE id = ${as.userId} FOR KEY SHARE`)
  })
  const answer = await removal
  expect(answer?.status, answer?.text).toBe(204)
})
