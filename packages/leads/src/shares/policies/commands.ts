import { requireRight } from '@freeor/accounts/policy'
import type { Clock } from '@freeor/kernel/clock'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Database } from '@freeor/postgres/database'
import { eq, sql } from 'drizzle-orm'
import type { SharePolicy } from '../schema.ts'
import { shareLinks, sharePolicies } from '../tables.ts'

/**
 * Says how long the company's links may live, and shortens those that would live longer.
 * @throws AppError `forbidden` for members and viewers
 */
export async function setSharePolicy(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  scope: CompanyScope,
  { mostDays }: SharePolicy,
): Promise<SharePolicy> {
  requireRight(scope, 'company.edit')
  const { companyId } = scope
  const rule = { mostDays, updatedAt: clock.now() }
  await db.transaction(async (tx) => {
    await tx
      .insert(sharePolicies)
      .values({ companyId, ...rule })
      .onConflictDoUpdate({ target: sharePolicies.companyId, set: rule })
    const latest = sql`${shareLinks.createdAt} + make_interval(days => ${mostDays}::int)`
    await tx
      .update(shareLinks)
      .set({ expiresAt: sql`least(${shareLinks.expiresAt}, ${latest})` })
      .where(eq(shareLinks.companyId, companyId))
  })
  return { mostDays }
}
