import type { Clock } from '@freeor/kernel/clock'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { sql } from 'drizzle-orm'
import { getDataset } from '../../dictionaries/queries.ts'
import { getSavedSearch } from '../queries.ts'
import { savedSearchLooks } from '../tables.ts'

/**
 * Remembers that the person has looked at a saved search as a version has it. A window that shows an older version takes
 * nothing back.
 * @throws AppError `not_found`
 */
export async function recordLook(
  { db, clock }: { readonly db: Tx; readonly clock: Clock },
  scope: CompanyScope,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<void> {
  const { queryUrl } = await getSavedSearch(db, scope, id)
  const { dictionary } = await getDataset(db, queryUrl.dictId)
  const lookedAt = clock.now()
  const seen = Math.min(version, dictionary.version)
  await db
    .insert(savedSearchLooks)
    .values({ searchId: id, userId: scope.userId, version: seen, lookedAt })
    .onConflictDoUpdate({
      target: [savedSearchLooks.searchId, savedSearchLooks.userId],
      set: { version: seen, lookedAt },
      setWhere: sql`${savedSearchLooks.version} <= ${seen}`,
    })
}
