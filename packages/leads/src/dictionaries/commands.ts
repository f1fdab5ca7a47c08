import { AppError } from '@freeor/kernel/errors'
import type { Database } from '@freeor/postgres/database'
import { and, eq, gt } from 'drizzle-orm'
import type { Column } from '../schema.ts'
import { datasets, datasetVersions } from './tables.ts'

/** What may be corrected without a new import. A column's kind may not: it decides how the column is stored. */
export type ColumnCorrection = { readonly key: string } & Partial<
  Pick<Column, 'label' | 'group' | 'contact' | 'facet' | 'suggest'>
>

export type DictionaryCorrection = {
  readonly dictId: string
  readonly name?: string
  readonly description?: string
  readonly columns?: readonly ColumnCorrection[]
}

/**
 * Corrects names, labels, groups and flags in the serving version, and so in all that follow it. A contact column can
 * be neither a facet nor suggested.
 * @throws AppError `not_found` for a dictionary without a version, `invalid_request` for a column it does not have.
 */
export async function correctDictionary(db: Database, correction: DictionaryCorrection): Promise<void> {
  const { dictId } = correction
  await db.transaction(async (tx) => {
    const [dataset] = await tx
      .select()
      .from(datasets)
      .where(and(eq(datasets.dictId, dictId), gt(datasets.currentVersion, 0)))
      .for('update')
    if (!dataset) throw new AppError('not_found', `There is no dictionary ${dictId}`)
    const name = correction.name ?? dataset.name
    const description = correction.description ?? dataset.description
    await tx.update(datasets).set({ name, description }).where(eq(datasets.dictId, dictId))
    if (!correction.columns) return
    const isServing = and(
      eq(datasetVersions.dictId, dictId),
      eq(datasetVersions.version, dataset.currentVersion),
    )
    const [serving] = await tx.select().from(datasetVersions).where(isServing).for('update')
    if (!serving) throw new AppError('internal', `No version ${dataset.currentVersion} of ${dictId}`)
    const columns = corrected(serving.columns, correction.columns)
    await tx.update(datasetVersions).set({ columns }).where(isServing)
  })
}

function corrected(columns: readonly Column[], corrections: readonly ColumnCorrection[]): Column[] {
  const unknown = corrections.find(({ key }) => !columns.some((column) => column.key === key))
  if (unknown) throw new AppError('invalid_request', `There is no column ${unknown.key}`)
  return columns.map((column) => {
    const own = corrections.find(({ key }) => key === column.key)
    if (!own) return column
    const merged = { ...column, ...own }
    return merged.contact ? { ...merged, facet: false, suggest: false } : merged
  })
}
