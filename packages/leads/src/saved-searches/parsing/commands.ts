import type { Database } from '@freeor/postgres/database'
import { and, asc, eq, isNull, or } from 'drizzle-orm'
import { parsedParts } from '../parsed-parts.ts'
import { savedSearches } from '../tables.ts'

const inBatch = 200

/**
 * Fills in the parsed filters of searches that were stored before they were kept. PostgreSQL cannot read the query
 * language, so no migration could do it. Deleted searches too: they may be restored. Idempotent, and two servers may do
 * so at once.
 * @returns how many it filled in
 */
export async function parseStoredSearches(db: Database): Promise<number> {
  const isUnparsed = or(isNull(savedSearches.searchParams), isNull(savedSearches.geographyParams))
  let parsed = 0
  for (;;) {
    const taken = await db.transaction(async (tx) => {
      const { id, filter, dslFilter } = savedSearches
      const rows = await tx
        .select({ id, filter, dslFilter })
        .from(savedSearches)
        .where(isUnparsed)
        .orderBy(asc(id))
        .limit(inBatch)
        .for('update')
      for (const row of rows)
        await tx
          .update(savedSearches)
          .set(parsedParts(row))
          .where(and(eq(id, row.id), isUnparsed))
      return rows.length
    })
    parsed += taken
    if (taken < inBatch) return parsed
  }
}
