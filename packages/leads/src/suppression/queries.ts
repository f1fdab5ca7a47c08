import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, desc, eq, isNull, ne } from 'drizzle-orm'
import { datasets, datasetVersions } from '../dictionaries/tables.ts'
import type { AppliedList, MatchedVersion } from './find-meant-leads.ts'
import { profileIds } from './profiles.ts'
import type { SuppressionList } from './schema.ts'
import { type SuppressionListRow, suppressionLists } from './tables.ts'

export function toSuppressionList(row: SuppressionListRow): SuppressionList {
  const { state } = row
  if (state === 'reading') throw new AppError('internal', `${row.id} is still being read`)
  return {
    id: row.id,
    uid: row.userId,
    name: row.name,
    state,
    entries: row.entries,
    unread: row.unread,
    profiles: row.profiles,
    appliedBy: row.appliedBy,
    timestamp: row.createdAt.toISOString(),
    appliedAt: row.appliedAt?.toISOString() ?? null,
  }
}

/** A list that is still being read, or deleted and not restored, does not count. */
export const isListOf = ({ companyId }: { readonly companyId: string }) =>
  and(
    eq(suppressionLists.companyId, companyId),
    isNull(suppressionLists.deletedAt),
    ne(suppressionLists.state, 'reading'),
  )

/** The company's lists, newest first. */
export async function listSuppressionLists(tx: Tx, scope: CompanyScope): Promise<SuppressionList[]> {
  const rows = await tx
    .select()
    .from(suppressionLists)
    .where(isListOf(scope))
    .orderBy(desc(suppressionLists.createdAt), desc(suppressionLists.id))
  return rows.map(toSuppressionList)
}

/** One of the company's lists. @throws AppError `not_found`, the same for another company's as for none */
export async function getSuppressionList(
  tx: Tx,
  scope: CompanyScope,
  id: string,
): Promise<SuppressionListRow> {
  const [row] = await tx
    .select()
    .from(suppressionLists)
    .where(and(eq(suppressionLists.id, id), isListOf(scope)))
  if (!row) throw noSuchList()
  return row
}

export const noSuchList = () => new AppError('not_found', 'There is no such list')

/** The lists that a company applies. */
export async function listApplied(tx: Tx, companyId: string): Promise<AppliedList[]> {
  const rows = await tx
    .select({ id: suppressionLists.id, appliedBy: suppressionLists.appliedBy })
    .from(suppressionLists)
    .where(and(isListOf({ companyId }), eq(suppressionLists.state, 'applied')))
    .orderBy(asc(suppressionLists.id))
  return rows.map(({ id, appliedBy }) => ({
    id,
    appliedBy: appliedBy.filter((one) => profileIds.includes(one)),
  }))
}

/** The version of each dataset that serves. */
export async function listServing(tx: Tx): Promise<MatchedVersion[]> {
  const isServing = and(
    eq(datasetVersions.dictId, datasets.dictId),
    eq(datasetVersions.version, datasets.currentVersion),
  )
  return await tx
    .select({
      datasetNo: datasets.datasetNo,
      version: datasetVersions.version,
      columns: datasetVersions.columns,
    })
    .from(datasets)
    .innerJoin(datasetVersions, isServing)
}
