import { createAccount, ensureOwnCompany } from '@freeor/accounts/commands'
import type { Site } from '@freeor/kernel/site'
import type { Database, Tx } from '@freeor/postgres/database'
import { openCustomer } from './commands.ts'
import type { BilledSite, PlanID, SoldPlan } from './ports.ts'

let counter = 0

export type NewCompany = { readonly companyId: string; readonly planID: PlanID; readonly now: Date }

/** A person with a company of their own, which `open` makes a customer since `now`. */
export async function companyWith(
  db: Database,
  { planID, now }: Omit<NewCompany, 'companyId'>,
  open: (tx: Tx, company: NewCompany) => Promise<void>,
): Promise<{ companyId: string; userId: string }> {
  counter += 1
  const email = `customer${counter}@example.com`
  return await db.transaction(async (tx) => {
    const { userId } = await createAccount(tx, { email, name: 'Customer', passwordHash: 'none', now })
    const companyId = await ensureOwnCompany(tx, { userId, email, name: 'Customer', now }, (inner, company) =>
      open(inner, { companyId: company.companyId, planID, now }),
    )
    return { companyId, userId }
  })
}

const plan = (
  planID: PlanID,
  shortname: string,
  price: number,
  seats: number,
): SoldPlan & { seats: number } => ({
  ...{ planID, shortname, name: `Freeor ${shortname}`, description: 'A plan.', public: true },
  price,
  seats,
})

const plainSite = (site: Site, codeSuffix: string): BilledSite => ({
  plans: {
    site,
    codeSuffix,
    figures: {},
    shipped: [
      plan('freeor_free', 'Free', 0, 0),
      plan('freeor_basic', 'Basic', 5000, 0),
      plan('freeor_pro', 'Pro', 9900, 0),
      plan('freeor_biz', 'Business', 49_900, 25),
    ],
    complete: (same) => same,
    seatsOf: (sold) => ('seats' in sold ? Number(sold.seats) : 0),
  },
})

/** Two sites whose plans give nothing but seats. */
export const plainSites: readonly BilledSite[] = [plainSite('leads', ''), plainSite('courses', '_courses')]

/** Makes a company a customer of the first of them. */
export const openPlainCustomer = async (tx: Tx, company: NewCompany): Promise<void> =>
  await openCustomer(tx, { ...company, site: 'leads' })
