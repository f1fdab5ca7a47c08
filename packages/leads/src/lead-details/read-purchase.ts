import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { downloads } from '../downloads/tables.ts'
import { ownedParams, ownedRows } from '../ownership/owned-leads.ts'
import type { SearchDeps } from '../search/ports.ts'
import type { LeadDetails } from './schema.ts'

const readyRow = z.object({ readyNo: z.coerce.number() })

type Deps = { readonly db: Tx; readonly search: Pick<SearchDeps, 'olap' | 'statements' | 'readOwnership'> }

/** The file that first brought a lead to a company; null while the company does not own it. */
export async function readPurchase(
  { db, search: { olap, statements, readOwnership } }: Deps,
  scope: CompanyScope,
  { datasetNo, leadId, signal }: { datasetNo: number; leadId: string; signal?: AbortSignal | undefined },
): Promise<LeadDetails['ownership']> {
  const ownership = await readOwnership(scope, datasetNo)
  if (ownership.leads === 0) return null
  const [first] = await statements.run({ signal }, () =>
    olap.ask({
      sql: `SELECT ready_no AS readyNo ${ownedRows} AND lead_id IN {ids:Array(UInt64)} ORDER BY readyNo LIMIT 1`,
      params: { ...ownedParams(ownership), ids: [BigInt(leadId)] },
      row: readyRow,
      ...(signal && { signal }),
    }),
  )
  if (!first) return null
  const [file] = await db
    .select({ downloadId: downloads.id, searchName: downloads.searchName, readyAt: downloads.readyAt })
    .from(downloads)
    .where(
      and(
        eq(downloads.companyId, scope.companyId),
        eq(downloads.datasetNo, datasetNo),
        eq(downloads.readyNo, first.readyNo),
      ),
    )
  if (!file?.readyAt) return null
  return { downloadId: file.downloadId, searchName: file.searchName, boughtAt: file.readyAt.toISOString() }
}
