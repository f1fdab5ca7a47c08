import { addressKey } from '@freeor/accounts/address-key'
import { users } from '@freeor/accounts/tables'
import { grantDueLots } from '@freeor/leads/allowance/commands'
import { fillAddressKeys, forgetFreeGrants } from '@freeor/leads/allowance/free-months/commands'
import { freeGrants, leadAddresses } from '@freeor/leads/allowance/free-months/tables'
import { type FakeClock, fakeClock } from '@freeor/testing/clock'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { checkInvariants } from '../doctor.ts'
import { freshen } from '../testing/account-things.ts'
import { signIn } from '../testing/people.ts'
import { openTestSystem, type TestSystem } from '../testing/test-system.ts'

/** Free leads come once a month for an address, whatever is deleted, renamed or handed on in between. */

type Account = {
  email: string
  password: string
  cookie: string
  token: string
  userId: string
  companyId: string
}

const day = 86_400_000
const password = 'correct horse battery'
let system: TestSystem
let clock: FakeClock
let people = 0
let email: string

beforeAll(async () => {
  clock = fakeClock(new Date().toISOString())
  system = await openTestSystem({ clock })
})
afterAll(async () => {
  // The clock was moved by months: what waits to be sent is overdue until its job has run.
  await vi.waitFor(
    async () => {
      const { invariants } = await checkInvariants(system.deps)
      expect(invariants.filter(({ ok }) => !ok)).toEqual([])
    },
    { timeout: 60_000, interval: 200 },
  )
  await system.close()
})
beforeEach(() => {
  people += 1
  email = `person${people}@people.example`
})

const meOf = async ({ cookie }: { cookie: string }) =>
  (await system.call('GET', '/api/me', { headers: { cookie } })).body

async function signUp(address = email): Promise<Account> {
  await system.call('POST', '/api/auth/sign-up/email', { body: { email: address, password } })
  const session = await signIn(system.call, { email: address, password })
  const { user, company } = await meOf(session)
  return { email: address, password, ...session, userId: user?.id ?? '', companyId: company?.id ?? '' }
}

/** In a session of its own: the clock may have ended the one before. */
const leftOf = async (account: Account) =>
  (await meOf(await signIn(system.call, account))).allowance?.leadsRemaining ?? 0

async function remove(account: Account): Promise<void> {
  const as = { ...account, ...(await signIn(system.call, account)) }
  await freshen(system, as)
  const answer = await system.call('DELETE', '/api/account', { as, body: { email: as.email } })
  expect(answer.status, answer.text).toBeLessThan(300)
}

async function pass(days: number): Promise<void> {
  clock.advance(days * day)
  await grantDueLots(system.deps.db, clock.now())
}

test('deleting an account and signing up again, time after time, continues the current month', async () => {
  let account = await signUp()
  expect(await leftOf(account)).toBe(25)
  const nextLeadsAt = (await meOf(account)).allowance?.nextLeadsAt ?? ''
  for (let n = 0; n < 3; n += 1) {
    await remove(account)
    account = await signUp()
    await grantDueLots(system.deps.db, clock.now())
    expect(await leftOf(account)).toBe(0)
    expect((await meOf(account)).allowance?.nextLeadsAt).toBe(nextLeadsAt)
  }
  clock.set(nextLeadsAt)
  await grantDueLots(system.deps.db, clock.now())
  expect(await leftOf(account)).toBe(25)
  await remove(account)
  expect(await leftOf(await signUp())).toBe(0)
})

test('a deletion in a later month counts the leads of that month', async () => {
  const account = await signUp()
  await pass(32)
  expect(await leftOf(account)).toBe(25)
  await remove(account)
  expect(await leftOf(await signUp())).toBe(0)
})

test('a user who comes back after their month gets 25 immediately', async () => {
  await remove(await signUp())
  await pass(32)
  expect(await leftOf(await signUp())).toBe(25)
})

test('an address with a tag, or with dots at Google, is the same address', async () => {
  await signUp()
  expect(await leftOf(await signUp(email.replace('@', '+more@')))).toBe(0)
  await signUp(`ann.${people}@gmail.com`)
  expect(await leftOf(await signUp(`a.nn${people}+x@googlemail.com`))).toBe(0)
  expect(await leftOf(await signUp(`other.${email}`))).toBe(25)
})

test('two accounts of one mailbox have 25 a month between them', async () => {
  const accounts = await Promise.all(
    [email, email.replace('@', '+a@'), email.replace('@', '+b@')].map(signUp),
  )
  const sum = async () => (await Promise.all(accounts.map(leftOf))).reduce((a, b) => a + b, 0)
  expect(await sum()).toBe(25)
  for (let month = 0; month < 3; month += 1) {
    await pass(31)
    expect(await sum()).toBe(25)
  }
})

test('an address that an account moved to, or left, gives no second 25 in the month', async () => {
  const account = await signUp()
  const moved = `moved.${email}`
  const { deps } = system
  await deps.db.transaction(async (tx) => {
    await tx.update(users).set({ email: moved }).where(eq(users.id, account.userId))
    await deps.auth.onEmailChanged(tx, {
      userId: account.userId,
      before: email,
      after: moved,
      now: clock.now(),
    })
  })
  expect(await leftOf(await signUp()), 'the address that was left').toBe(0)
  await remove({ ...account, email: moved })
  expect(await leftOf(await signUp(moved)), 'the address it moved to').toBe(0)
})

test('what is remembered holds no address and no person, and is forgotten when its month is long over', async () => {
  const { db, clock: time } = system.deps
  const account = await signUp()
  const keyOf = async () =>
    (await db.select().from(leadAddresses).where(eq(leadAddresses.companyId, account.companyId)))[0]
      ?.addressKey ?? ''
  const key = await keyOf()
  await remove(account)
  expect(await keyOf()).toBe('')
  const [kept] = await db.select().from(freeGrants).where(eq(freeGrants.addressKey, key))
  expect(kept).toMatchObject({ companyId: null })
  expect(JSON.stringify(kept)).not.toContain(email)
  clock.advance(100 * day)
  await forgetFreeGrants(db, time.now())
  expect(await db.$count(freeGrants, eq(freeGrants.addressKey, key))).toBe(0)
})

test('a company from before addresses were remembered keeps its leads and is remembered from then on', async () => {
  const { db, auth } = system.deps
  const account = await signUp()
  await db.delete(leadAddresses).where(eq(leadAddresses.companyId, account.companyId))
  await db.delete(freeGrants).where(eq(freeGrants.companyId, account.companyId))
  await fillAddressKeys(db, (address) => addressKey(auth.secret, address))
  await grantDueLots(db, clock.now())
  expect(await leftOf(account)).toBe(25)
  await pass(31)
  expect(await leftOf(account)).toBe(25)
  await remove(account)
  expect(await leftOf(await signUp())).toBe(0)
})
