import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { zipLists } from './tables.ts'

/** How many ZIP codes one of the company's lists has; undefined when it has no list with that id. */
export async function findZipList(
  tx: Tx,
  scope: CompanyScope,
  id: string,
): Promise<{ id: string; count: number } | undefined> {
  const [list] = await tx
    .select({ id: zipLists.id, count: zipLists.count })
    .from(zipLists)
    .where(and(eq(zipLists.id, id), eq(zipLists.companyId, scope.companyId)))
  return list
}

/** The codes of one of the company's lists; none when it has no list with that id. */
export async function listZipsOf(
  tx: Tx,
  { companyId }: CompanyScope,
  id: string,
): Promise<readonly string[]> {
  const [list] = await tx
    .select({ zips: zipLists.zips })
    .from(zipLists)
    .where(and(eq(zipLists.id, id), eq(zipLists.companyId, companyId)))
  return list?.zips ?? []
}
