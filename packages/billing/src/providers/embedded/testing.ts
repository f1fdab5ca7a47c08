import type { Database } from '@freeor/postgres/database'
import { fakeClock } from '@freeor/testing/clock'
import { readPlanCode } from '../../plans.ts'
import type { BillingProvider } from '../ports.ts'
import type { EmbeddedDeps } from './ports.ts'
import { openEmbeddedProvider } from './provider.ts'

/** What the embedded provider bills: the paid plans of both sites. */
export function paidPlan(planCode: string): { name: string; priceCents: number } | undefined {
  const plan = readPlanCode(planCode)?.plan
  return plan && plan.price > 0 ? { name: plan.name, priceCents: plan.price } : undefined
}

export type TestProvider = {
  readonly provider: BillingProvider
  readonly deps: EmbeddedDeps
  readonly clock: ReturnType<typeof fakeClock>
}

/** The embedded provider on a test's database, with a clock that stands at `iso`. */
export function embeddedProvider(db: Database, iso: string): TestProvider {
  const clock = fakeClock(iso)
  const deps: EmbeddedDeps = { db, clock, secret: 'a secret of the tests', findPlan: paidPlan }
  return { provider: openEmbeddedProvider(deps), deps, clock }
}
