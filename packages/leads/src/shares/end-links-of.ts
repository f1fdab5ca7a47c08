import type { Tx } from '@freeor/postgres/database'
import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { shareLinks, shareVisitors } from './tables.ts'

// Apart from the other commands: it is called where Leads is not served, and loads no search.

/** Ends the links of a member who leaves; they do not come back with them. */
export async function revokeLinksOf(
  tx: Tx,
  { userId, companyId, now }: { readonly userId: string; readonly companyId: string; readonly now: Date },
): Promise<void> {
  await tx
    .update(shareLinks)
    .set({ revokedAt: now })
    .where(
      and(eq(shareLinks.userId, userId), eq(shareLinks.companyId, companyId), isNull(shareLinks.revokedAt)),
    )
}

/** Deletes the links of a deleted account and of its companies. */
export async function deleteLinksOf(
  tx: Tx,
  { userId, companyIds }: { readonly userId: string; readonly companyIds: readonly string[] },
): Promise<void> {
  const isTheirs = eq(shareLinks.userId, userId)
  const ofCompanies = companyIds.length === 0 ? undefined : inArray(shareLinks.companyId, [...companyIds])
  await tx.delete(shareLinks).where(or(isTheirs, ofCompanies))
  await tx.delete(shareVisitors).where(eq(shareVisitors.userId, userId))
}
