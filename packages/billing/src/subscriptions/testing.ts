import type { Database } from '@freeor/postgres/database'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { afterEach, beforeEach, expect } from 'vitest'
import { grantDueLots } from '../commands.ts'
import { checkLedger } from '../ledger/queries.ts'
import { deliverEvents } from '../providers/embedded/events/commands.ts'
import { runDue } from '../providers/embedded/renewals/commands.ts'
import { embeddedProvider, type TestProvider } from '../providers/embedded/testing.ts'
import type { BillingProvider } from '../providers/ports.ts'
import { readAllowance } from '../queries.ts'
import { reserveCredits, settleReservation } from '../reservations/commands.ts'
import { leadCompany } from '../testing.ts'
import { type Asker, subscribe, updateCard } from './commands.ts'
import { checkSubscriptions } from './health/queries.ts'
import type { BillingDeps, BillingFaultPoint, BillingNotice } from './ports.ts'
import { listInvoices, readCustomer } from './queries.ts'
import { applyEvent, receiveWebhook } from './webhooks/commands.ts'

export const dayMs = 86_400_000

export type BillingHouse = TestProvider & {
  readonly billing: BillingDeps
  /** What owners were told. */
  readonly notices: BillingNotice[]
  readonly logged: string[]
  /** Throws at this point, as a process that dies there. */
  dieAt: BillingFaultPoint | undefined
  /** A company on the free plan of the leads site, and its owner. */
  company(): Promise<Asker>
  /** Runs the provider and everything it tells us, until all is quiet. */
  settle(): Promise<void>
}

/** Billing with the embedded provider on a test's database; queued events are applied by `settle`. */
export function billingHouse(db: Database, iso: string): BillingHouse {
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
      if (house.dieAt === point) throw new Error(`died at ${point}`)
    },
  }
  const house: BillingHouse = {
    ...embedded,
    billing,
    notices,
    logged,
    dieAt: undefined,
    async company() {
      const { companyId, userId } = await leadCompany(db, {
        planID: 'freeor_free',
        now: embedded.clock.now(),
      })
      return { companyId, userId, site: 'leads' }
    },
    async settle() {
      await runDue(embedded.deps)
      await deliverEvents(embedded.deps, async (rawBody, headers) => {
        await receiveWebhook(billing, rawBody, headers)
      })
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) await applyEvent(billing, id)
    },
  }
  return house
}

/** The same billing, through another provider. */
export const withProvider = (billing: BillingDeps, provider: BillingProvider): BillingDeps => ({
  ...billing,
  provider,
})

export type BillingStage = {
  readonly database: TestDatabase
  readonly house: BillingHouse
  readonly billing: BillingDeps
  readonly asker: Asker
}

/**
 * For each test a database and a company on the free plan since 31 January 2026; after it the ledger and the
 * subscriptions must be sound. Commands run against the embedded provider; what a screen would show is read back.
 */
export function openBillingStage() {
  let stage: BillingStage
  let downloads = 0

  beforeEach(async () => {
    const database = await testDatabase()
    const house = billingHouse(database.db, '2026-01-31T10:00:00Z')
    stage = { database, house, billing: house.billing, asker: await house.company() }
  })

  afterEach(async () => {
    const { database, house } = stage
    house.dieAt = undefined
    const { db } = database
    const violations = [
      ...(await checkLedger(db)),
      ...(await checkSubscriptions({ db, provider: house.provider, now: house.clock.now() })),
    ]
    await database.close()
    expect(violations).toEqual([])
  })

  return {
    current: () => stage,
    /** From now on another company asks. */
    async becomeAnother(): Promise<Asker> {
      const asker = await stage.house.company()
      stage = { ...stage, asker }
      return asker
    },
    async pass(days: number): Promise<void> {
      const { house, database } = stage
      house.clock.advance(days * dayMs)
      await house.settle()
      await grantDueLots(database.db, house.clock.now())
    },
    async subscribed(planID: 'freeor_basic' | 'freeor_pro' | 'freeor_biz', tokenId = 'tok_visa') {
      const { billing, asker } = stage
      await updateCard(billing, { asker, tokenId })
      const outcome = await subscribe(billing, { asker, planID })
      if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome))
      return outcome.customer
    },
    shown: () => readCustomer(stage.database.db, stage.asker, stage.house.clock.now()),
    left: async () =>
      (await readAllowance(stage.database.db, stage.asker, stage.house.clock.now())).leadsRemaining,
    bills: async () =>
      (await listInvoices(stage.database.db, stage.asker)).map(({ state, total }) => [state, total]),
    subjects: () => stage.house.notices.map(({ subject }) => subject),
    /** Uses leads as a download does. */
    async use(amount: number): Promise<void> {
      const { database, house, asker } = stage
      downloads += 1
      const downloadId = `dl_${asker.companyId}_${downloads}`
      const outcome = await database.db.transaction((tx) =>
        reserveCredits(tx, { ...asker, downloadId, amount, rows: amount, now: house.clock.now() }),
      )
      expect(outcome).toEqual({ status: 'reserved' })
      house.clock.advance(1)
      await database.db.transaction((tx) =>
        settleReservation(tx, { downloadId, amount, fileName: 'x.csv', now: house.clock.now() }),
      )
    },
  }
}
