import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { zipLists } from './tables.ts'

/** The ZIP codes of one of the company's lists; undefined when it has none of that id. */
export async function findZipList(tx: Tx, scope: CompanyScope, id: string): Promise<string[] | undefined> {
  const [list] = await tx
    .select({ zips: zipLists.zips })
    .from(zipLists)
    .where(and(eq(zipLists.id, id), eq(zipLists.companyId, scope.companyId)))
  return list?.zips
}
