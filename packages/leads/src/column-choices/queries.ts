import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, eq } from 'drizzle-orm'
import type { ColumnChoice } from './schema.ts'
import { columnChoices } from './tables.ts'

/** What a person has chosen for a dataset. A column that the dataset has lost since is still named. */
export async function readColumnChoice(
  tx: Tx,
  { userId }: CompanyScope,
  dictId: string,
): Promise<ColumnChoice> {
  const [chosen] = await tx
    .select({ columns: columnChoices.columns })
    .from(columnChoices)
    .where(and(eq(columnChoices.userId, userId), eq(columnChoices.dictId, dictId)))
  return { columns: chosen?.columns ?? null }
}

/** All choices of a person, for the export of what is known of them. */
export async function listColumnChoices(tx: Tx, { userId }: CompanyScope) {
  const rows = await tx
    .select({
      dictId: columnChoices.dictId,
      columns: columnChoices.columns,
      changedAt: columnChoices.changedAt,
    })
    .from(columnChoices)
    .where(eq(columnChoices.userId, userId))
    .orderBy(asc(columnChoices.dictId))
  return rows.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() }))
}
