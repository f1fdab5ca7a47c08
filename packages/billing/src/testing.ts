import { createAccount, ensureOwnCompany } from '@freeor/accounts/commands'
import type { Database } from '@freeor/postgres/database'
import { openLeadCustomer } from './commands.ts'
import type { PlanId } from './plans.ts'

let counter = 0

/** A person with a company of their own that is a customer of the leads site since `now`. */
export async function leadCompany(
  db: Database,
  { planID, now }: { readonly planID: PlanId; readonly now: Date },
): Promise<{ companyId: string; userId: string }> {
  counter += 1
  const email = `customer${counter}@example.com`
  return await db.transaction(async (tx) => {
    const { userId } = await createAccount(tx, { email, name: 'Customer', passwordHash: 'none', now })
    const companyId = await ensureOwnCompany(tx, { userId, email, name: 'Customer', now }, (inner, company) =>
      openLeadCustomer(inner, { companyId: company.companyId, planID, now }),
    )
    return { companyId, userId }
  })
}
