import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { shareLimits } from '../limits.ts'
import type { SharePolicy } from '../schema.ts'
import { sharePolicies } from '../tables.ts'

/** How long the company lets its links live. */
export async function readSharePolicy(tx: Tx, { companyId }: CompanyScope): Promise<SharePolicy> {
  const { mostDays } = sharePolicies
  const [row] = await tx
    .select({ mostDays })
    .from(sharePolicies)
    .where(eq(sharePolicies.companyId, companyId))
  return row ?? { mostDays: shareLimits.days.unlessRuled }
}
