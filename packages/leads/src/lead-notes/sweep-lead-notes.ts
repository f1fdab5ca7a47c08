import type { Olap } from '@freeor/clickhouse/olap'
import type { Tx } from '@freeor/postgres/database'
import { z } from 'zod'
import { leadNotesTable } from '../query/lead-notes.ts'
import { prepareLeadNotesTable } from './prepare-lead-notes.ts'
import { leadNoteChanges } from './tables.ts'

const companyRow = z.object({ companyId: z.string() })

/**
 * Removes from the engine what companies that are gone said of leads, and what was said before and is said differently
 * since a day; for a daily job. A search that began before then has ended.
 */
export async function sweepLeadNotes({ db, olap }: { readonly db: Tx; readonly olap: Olap }): Promise<void> {
  await prepareLeadNotesTable(olap)
  const stored = await olap.ask({
    sql: `SELECT DISTINCT company_id AS companyId FROM ${leadNotesTable}`,
    row: companyRow,
  })
  const kept = await db.selectDistinct({ companyId: leadNoteChanges.companyId }).from(leadNoteChanges)
  const keptIds = new Set(kept.map(({ companyId }) => companyId))
  const gone = stored.map(({ companyId }) => companyId).filter((id) => !keptIds.has(id))
  if (gone.length > 0)
    await olap.write(`DELETE FROM ${leadNotesTable} WHERE company_id IN {gone:Array(String)}`, { gone })
  await olap.write(`DELETE FROM ${leadNotesTable} WHERE (company_id, dataset_no, lead_id, revision) IN (
    SELECT company_id, dataset_no, lead_id, revision FROM (
      SELECT *, max(revision) OVER lead AS last, max(copied_at) OVER lead AS replaced_at FROM ${leadNotesTable}
      WINDOW lead AS (PARTITION BY company_id, dataset_no, lead_id))
    WHERE revision < last AND replaced_at < now() - INTERVAL 1 DAY)`)
}
