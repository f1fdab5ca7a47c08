import type { Database } from '@freeor/postgres/database'
import { deliverEvents } from '../providers/embedded/events/commands.ts'
import { runDue } from '../providers/embedded/renewals/commands.ts'
import { embeddedProvider, type TestProvider } from '../providers/embedded/testing.ts'
import type { BillingProvider } from '../providers/ports.ts'
import { leadCompany } from '../testing.ts'
import type { Asker } from './commands.ts'
import type { BillingDeps, BillingFaultPoint, BillingNotice } from './ports.ts'
import { applyEvent, receiveWebhook } from './webhooks/commands.ts'

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
