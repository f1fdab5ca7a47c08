import type { Database, Tx } from '@freeor/postgres/database'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { afterEach, beforeEach, expect } from 'vitest'
import { putSitesInPlace } from '../billed-sites.ts'
import type { BilledSite } from '../ports.ts'
import { deliverEvents } from '../providers/embedded/events/commands.ts'
import { runDue } from '../providers/embedded/renewals/commands.ts'
import { embeddedProvider, type TestProvider } from '../providers/embedded/testing.ts'
import type { BillingProvider } from '../providers/ports.ts'
import { companyWith, type NewCompany, openPlainCustomer, plainSites } from '../testing.ts'
import { type Asker, subscribe, updateCard } from './commands.ts'
import { checkSubscriptions } from './health/queries.ts'
import type { BillingDeps, BillingFaultPoint, BillingNotice } from './ports.ts'
import { listInvoices, readCustomer } from './queries.ts'
import { applyEvent, receiveWebhook } from './webhooks/commands.ts'

export const dayMs = 86_400_000

export type BillingSystem = TestProvider & {
  readonly billing: BillingDeps
  /** What owners were told. */
  readonly notices: BillingNotice[]
  readonly logged: string[]
  /** Throws at this point, as a process that dies there. */
  dieAt: BillingFaultPoint | undefined
  /** A company on the free plan, and its owner. */
  company(): Promise<Asker>
  /** Runs the provider and everything it tells us, until all is quiet. */
  settle(): Promise<void>
}

/** What is sold, and what else holds there. */
export type Selling = {
  /** The tests are about the first one. */
  readonly sites: readonly BilledSite[]
  /** Makes a company a customer of the site that tests are about. */
  open(tx: Tx, company: NewCompany): Promise<void>
  /** What is due when time has gone by. */
  work?(db: Database, now: Date): Promise<unknown>
  /** What must hold after each test; empty when all is well. */
  check?(db: Database): Promise<readonly unknown[]>
}

/** Plans that give nothing but seats. */
const plainly: Selling = { sites: plainSites, open: openPlainCustomer }

/** Billing with the embedded provider on a test's database; queued events are applied by `settle`. */
export function billingSystem(db: Database, iso: string, selling = plainly): BillingSystem {
  putSitesInPlace(selling.sites)
  const embedded = embeddedProvider(db, iso)
  const notices: BillingNotice[] = []
  const logged: string[] = []
  const queue: string[] = []
  const billing: BillingDeps = {
    db,
    clock: embedded.clock,
    provider: embedded.provider,
    jobs: {
      async send(_tx, _name, data) {
        queue.push((data as { id: string }).id)
        return undefined
      },
    },
    log: (message) => logged.push(message),
    notify: async (_tx, notice) => {
      notices.push(notice)
    },
    faults: (point) => {
      if (system.dieAt === point) throw new Error(`died at ${point}`)
    },
  }
  const system: BillingSystem = {
    ...embedded,
    billing,
    notices,
    logged,
    dieAt: undefined,
    async company() {
      const free = { planID: 'freeor_free', now: embedded.clock.now() }
      const { companyId, userId } = await companyWith(db, free, selling.open)
      return { companyId, userId, site: selling.sites[0]?.plans.site ?? 'leads' }
    },
    async settle() {
      await runDue(embedded.deps)
      await deliverEvents(embedded.deps, async (rawBody, headers) => {
        await receiveWebhook(billing, rawBody, headers)
      })
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) await applyEvent(billing, id)
    },
  }
  return system
}

/** The same billing, through another provider. */
export const withProvider = (billing: BillingDeps, provider: BillingProvider): BillingDeps => ({
  ...billing,
  provider,
})

export type BillingFixture = {
  readonly database: TestDatabase
  readonly system: BillingSystem
  readonly billing: BillingDeps
  readonly asker: Asker
}

/**
 * For each test a database and a company on the free plan since 31 January 2026; after it the subscriptions, and what
 * the site keeps, must be sound. Commands run against the embedded provider; what a screen would show is read back.
 */
export function openBillingFixture(selling = plainly) {
  let fixture: BillingFixture

  beforeEach(async () => {
    const database = await testDatabase()
    const system = billingSystem(database.db, '2026-01-31T10:00:00Z', selling)
    fixture = { database, system, billing: system.billing, asker: await system.company() }
  })

  afterEach(async () => {
    const { database, system } = fixture
    system.dieAt = undefined
    const { db } = database
    const violations = [
      ...((await selling.check?.(db)) ?? []),
      ...(await checkSubscriptions({ db, provider: system.provider, now: system.clock.now() })),
    ]
    await database.close()
    expect(violations).toEqual([])
  })

  return {
    current: () => fixture,
    /** From now on another company asks. */
    async becomeAnother(): Promise<Asker> {
      const asker = await fixture.system.company()
      fixture = { ...fixture, asker }
      return asker
    },
    async pass(days: number): Promise<void> {
      const { system, database } = fixture
      system.clock.advance(days * dayMs)
      await system.settle()
      await selling.work?.(database.db, system.clock.now())
    },
    async subscribed(planID: 'freeor_basic' | 'freeor_pro' | 'freeor_biz', tokenId = 'tok_visa') {
      const { billing, asker } = fixture
      await updateCard(billing, { asker, tokenId })
      const outcome = await subscribe(billing, { asker, planID })
      if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome))
      return outcome.customer
    },
    shown: () => readCustomer(fixture.database.db, fixture.asker, fixture.system.clock.now()),
    bills: async () =>
      (await listInvoices(fixture.database.db, fixture.asker)).map(({ state, total }) => [state, total]),
    subjects: () => fixture.system.notices.map(({ subject }) => subject),
  }
}
