import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { OwnList } from './schema.ts'
import { type OwnListRow, ownLists } from './tables.ts'

type ReadDeps = { readonly db: Tx; readonly clock: Clock }

export function toOwnList(row: OwnListRow): OwnList {
  return {
    id: row.id,
    uid: row.userId,
    name: row.name,
    rows: row.rows,
    rejected: row.rejected,
    columns: row.columns,
    timestamp: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }
}

/** A list that is still being read, deleted or expired is not there. */
export const isOwnListOf = ({ companyId }: Pick<CompanyScope, 'companyId'>, now: Date) =>
  and(
    eq(ownLists.companyId, companyId),
    eq(ownLists.state, 'ready'),
    isNull(ownLists.deletedAt),
    gt(ownLists.expiresAt, now),
  )

/** The company's own lists, newest first. */
export async function listOwnLists({ db, clock }: ReadDeps, scope: CompanyScope): Promise<OwnList[]> {
  const rows = await db
    .select()
    .from(ownLists)
    .where(isOwnListOf(scope, clock.now()))
    .orderBy(desc(ownLists.createdAt), desc(ownLists.id))
  return rows.map(toOwnList)
}

export async function findOwnList(
  { db, clock }: ReadDeps,
  scope: CompanyScope,
  id: string,
): Promise<OwnListRow | undefined> {
  const [row] = await db
    .select()
    .from(ownLists)
    .where(and(eq(ownLists.id, id), isOwnListOf(scope, clock.now())))
  return row
}

export const noSuchOwnList = () => new AppError('not_found', 'There is no such list')

/** One of the company's lists. @throws AppError `not_found`, the same for another company's as for none */
export async function getOwnList(deps: ReadDeps, scope: CompanyScope, id: string): Promise<OwnListRow> {
  const row = await findOwnList(deps, scope, id)
  if (!row) throw noSuchOwnList()
  return row
}
