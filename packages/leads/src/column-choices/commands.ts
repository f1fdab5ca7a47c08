import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import type { Dictionary } from '../schema.ts'
import type { ColumnChoice } from './schema.ts'
import { columnChoices } from './tables.ts'

type Chosen = { readonly dictionary: Pick<Dictionary, 'dictId' | 'columns'>; readonly choice: ColumnChoice }

/**
 * Keeps which columns a person's table of a dataset shows; with null, the dictionary's own order is back.
 * @throws AppError `invalid_request` for no column, one twice, or one that the dataset does not have
 */
export async function keepColumnChoice(
  { db, clock }: { db: Tx; clock: Clock },
  { userId }: CompanyScope,
  { dictionary: { dictId, columns: known }, choice: { columns } }: Chosen,
): Promise<void> {
  if (columns === null) {
    await db
      .delete(columnChoices)
      .where(and(eq(columnChoices.userId, userId), eq(columnChoices.dictId, dictId)))
    return
  }
  if (columns.length === 0) throw new AppError('invalid_request', 'Choose at least one column')
  if (new Set(columns).size < columns.length)
    throw new AppError('invalid_request', 'Each column can be chosen once')
  const unknown = columns.find((key) => !known.some((column) => column.key === key))
  if (unknown !== undefined) throw new AppError('invalid_request', `This dataset has no column “${unknown}”`)
  const changedAt = clock.now()
  await db
    .insert(columnChoices)
    .values({ userId, dictId, columns, changedAt })
    .onConflictDoUpdate({
      target: [columnChoices.userId, columnChoices.dictId],
      set: { columns, changedAt },
    })
}
