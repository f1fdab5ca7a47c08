import { newId } from '@freeor/kernel/ids'
import type { Site } from '@freeor/kernel/site'
import type { Tx } from '@freeor/postgres/database'
import type { PlanID } from './ports.ts'
import { customers } from './tables.ts'

export type Opening = {
  readonly companyId: string
  readonly site: Site
  readonly planID: PlanID
  readonly now: Date
  /** What the billing day is counted from, in seconds since 1970; now unless told. */
  readonly anchor?: number | undefined
}

/** Makes a company a customer of a site on a plan that nobody bills. A company that is one already keeps what it has. */
export async function openCustomer(tx: Tx, opening: Opening): Promise<void> {
  const { companyId, site, planID, now, anchor } = opening
  await tx
    .insert(customers)
    .values({
      id: newId('cus'),
      companyId,
      site,
      planID,
      subscriptionStatus: 'active',
      billingCycleAnchor: anchor ?? Math.floor(now.getTime() / 1000),
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: [customers.companyId, customers.site] })
}
