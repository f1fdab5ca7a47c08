import type { Database } from '@freeor/postgres/database'
import { fakeClock } from '@freeor/testing/clock'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { afterEach, beforeEach, expect } from 'vitest'
import { putSitesInPlace } from '../../billed-sites.ts'
import { readPlanCode } from '../../plans.ts'
import { plainSites } from '../../testing.ts'
import type { BillingProvider } from '../ports.ts'
import type { EmbeddedDeps } from './ports.ts'
import { openEmbeddedProvider } from './provider.ts'
import { checkBooks } from './queries.ts'
import { runDue } from './renewals/commands.ts'

export const dayMs = 86_400_000

/** What the embedded provider bills: the paid plans of both sites. */
function paidPlan(planCode: string): { name: string; priceCents: number } | undefined {
  const plan = readPlanCode(planCode)?.plan
  return plan && plan.price > 0 ? { name: plan.name, priceCents: plan.price } : undefined
}

export type TestProvider = {
  readonly provider: BillingProvider
  readonly deps: EmbeddedDeps
  readonly clock: ReturnType<typeof fakeClock>
}

/** The embedded provider on a test's database, with a clock that is set to `iso`. */
export function embeddedProvider(db: Database, iso: string): TestProvider {
  const clock = fakeClock(iso)
  const deps: EmbeddedDeps = { db, clock, secret: 'a secret of the tests', findPlan: paidPlan }
  return { provider: openEmbeddedProvider(deps), deps, clock }
}

export type ProviderFixture = {
  readonly database: TestDatabase
  readonly system: TestProvider
  /** The code of the account that the test is about; the account does not exist yet. */
  readonly code: string
}

/** For each test a database and the provider at 31 January 2026; after it the books must be right. */
export function openProviderFixture() {
  let fixture: ProviderFixture
  let accounts = 0
  let keys = 0
  const newCode = () => {
    accounts += 1
    return `cus_${accounts}`
  }

  beforeEach(async () => {
    putSitesInPlace(plainSites)
    const database = await testDatabase()
    fixture = { database, system: embeddedProvider(database.db, '2026-01-31T10:00:00Z'), code: newCode() }
  })
  afterEach(async () => {
    const books = await checkBooks(fixture.database.db)
    await fixture.database.close()
    expect(books).toEqual([])
  })

  const accountWith = async (tokenId: string): Promise<string> => {
    const { system, code } = fixture
    const { id } = await system.provider.createAccount({ code, email: `${code}@example.com` })
    await system.provider.updateAccount(id, { tokenId })
    return id
  }
  return {
    inFixture: () => fixture,
    /** From now on it is about another account. */
    becomeAnother(): void {
      fixture = { ...fixture, code: newCode() }
    },
    accountWith,
    async subscribed(tokenId: string, planCode = 'freeor_pro') {
      await accountWith(tokenId)
      keys += 1
      const outcome = await fixture.system.provider.createSubscription({
        accountCode: fixture.code,
        planCode,
        idempotencyKey: `key ${keys}`,
      })
      if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome))
      return outcome.subscription
    },
    current: async () => (await fixture.system.provider.listSubscriptions(fixture.code))[0],
    invoices: async () => await fixture.system.provider.listInvoices(fixture.code),
    async passDays(days: number): Promise<void> {
      fixture.system.clock.advance(days * dayMs)
      await runDue(fixture.system.deps)
    },
  }
}
