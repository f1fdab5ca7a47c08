import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { embeddedEvents, embeddedSubscriptions } from '@freeor/billing/providers/embedded/tables'
import { billingFaultPoints } from '@freeor/billing/subscriptions/ports'
import { providerEvents } from '@freeor/billing/subscriptions/tables'
import type { Database } from '@freeor/postgres/database'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { runHere } from '../testing/command-here.ts'
import { clientOf, signInSample } from '../testing/server-client.ts'
import {
  examine,
  type ServerProcess,
  startedDataFolder,
  startServerProcess,
  withDatabaseOf,
} from '../testing/server-process.ts'
import { passOfToken } from '../testing/subscriptions.ts'

/** A server process is killed at each named point of a payment; then the same request is sent again. */

let dataDir: string
let remove: () => Promise<void>
let server: ServerProcess
let token: string

beforeAll(async () => {
  ;({ dataDir, remove } = await startedDataFolder())
  server = await startServerProcess(dataDir)
  token = await signInSample({ url: server.url, dataDir }, 'owner')
})

afterAll(async () => {
  await server.kill('SIGTERM')
  await remove()
})

const call = async <Method extends string, Path extends string>(method: Method, path: Path, body?: object) =>
  await clientOf(server.url, token).call(method, path, body ? { body } : {})

const withDatabase = async <Value>(work: (db: Database) => Promise<Value>): Promise<Value> =>
  await withDatabaseOf(dataDir, work)

/** A pass of the human check. */
const newPass = async () => await withDatabase(async (db) => await passOfToken(db, token))

/** Subscriptions of a payment account that live at the built-in provider. */
const livingAt = async (accountId: string | null) =>
  await withDatabase(async (db) => {
    const ofAccount = eq(embeddedSubscriptions.accountId, accountId ?? '')
    return await db.$count(embeddedSubscriptions, and(ofAccount, isNull(embeddedSubscriptions.endedAt)))
  })

/** Every event so far is applied: none reaches the point at which the server is to stop. */
const expectNoOpenEvent = async () =>
  await withDatabase(
    async (db) =>
      await vi.waitFor(
        async () => {
          expect(await db.$count(embeddedEvents, isNull(embeddedEvents.deliveredAt))).toBe(0)
          expect(await db.$count(providerEvents, eq(providerEvents.state, 'received'))).toBe(0)
        },
        { timeout: 60_000, interval: 100 },
      ),
  )

async function cardOnFile(): Promise<void> {
  const { body: me } = await call('GET', '/api/me')
  const account = await call('POST', '/api/embedded/accounts/create', {
    email: me.user?.email,
    code: me.user?.id,
  })
  expect(account.status, account.text).toBe(200)
  const card = { billing_info: { token_id: 'tok_visa' }, humanPass: await newPass() }
  const updated = await call('POST', `/api/embedded/accounts/update/${account.body.id}`, card)
  expect(updated.status, updated.text).toBe(200)
}

/** To the plan with seats: the sample owner has people. */
async function subscribe(humanPass: string) {
  const { body: me } = await call('GET', '/api/me')
  return await call('POST', '/api/embedded/subscriptions/create', {
    plan_code: 'freeor_biz',
    currency: 'USD',
    account: { code: me.user?.id },
    humanPass,
  })
}

const customer = async () => (await call('GET', '/api/billing/customer')).body
const paid = async () =>
  (await call('GET', '/api/billing/invoices')).body.invoices.filter(({ state }) => state === 'paid')

beforeEach(async () => {
  const { subscription_id, subscription_status } = await customer()
  if (subscription_id && subscription_status === 'active')
    await call('POST', `/api/embedded/subscriptions/terminate/${subscription_id}`)
  await cardOnFile()
})

/** Sends a request and ignores the outcome: the process may be gone before it answers. */
async function diesAt(point: string, work: () => Promise<unknown>): Promise<void> {
  await expectNoOpenEvent()
  await writeFile(join(dataDir, 'die-at'), point)
  await work().catch(() => undefined)
  await server.ended
  await rm(join(dataDir, 'die-at'))
  server = await startServerProcess(dataDir)
}

async function expectHealthy(): Promise<void> {
  await vi.waitFor(
    async () => expect((await examine(dataDir)).invariants.filter(({ ok }) => !ok)).toEqual([]),
    { timeout: 60_000, interval: 500 },
  )
}

const rounds = Array.from({ length: inject('faultRounds') }, (_, round) => round)

describe.each(billingFaultPoints)('a server killed at the point "%s"', (point) => {
  test.each(rounds)('has, started again, one subscription that was charged once (round %i)', async () => {
    const before = (await paid()).length
    const pass = await newPass()
    await diesAt(point, () => subscribe(pass))
    const again = await subscribe(await newPass())
    // Where the first try was finished, or its event applied, there is a subscription already.
    expect([200, 409], again.text).toContain(again.status)
    expect(await customer()).toMatchObject({ plan_id: 'freeor_biz', subscription_status: 'active' })
    await vi.waitFor(async () => expect(await paid()).toHaveLength(before + 1), { timeout: 60_000 })
    await expectHealthy()
  })
})

test('an account deleted after a purchase whose answer was lost is not billed any more', async () => {
  const made = await runHere(dataDir, 'user', ['create', 'leaver@people.example', '--json'])
  const { email, password } = JSON.parse(made.stdout) as { email: string; password: string }
  const ownersToken = token
  const signedIn = await call('POST', '/api/auth/sign-in/email', { email, password })
  token = signedIn.body.token
  await cardOnFile()
  const pass = await newPass()
  await diesAt('subscribe-charged', () => subscribe(pass))
  const again = await call('POST', '/api/account/reauthenticate', { password })
  expect(again.status, again.text).toBe(200)
  const { customer_id: accountId } = await customer()
  const gone = await call('DELETE', '/api/account', { email })
  expect(gone.status, gone.text).toBe(204)
  await vi.waitFor(async () => expect(await livingAt(accountId)).toBe(0), { timeout: 60_000, interval: 200 })
  token = ownersToken
  await expectHealthy()
})

test('a cancellation that the provider has and we were never told of is recorded after the restart', async () => {
  expect((await subscribe(await newPass())).status).toBe(200)
  const { subscription_id } = await customer()
  await diesAt('subscribe-committing', () =>
    call('POST', `/api/embedded/subscriptions/cancel/${subscription_id}`),
  )
  await vi.waitFor(async () => expect((await customer()).cancel_at_period_end).toBe(true), {
    timeout: 60_000,
    interval: 200,
  })
  await expectHealthy()
})
