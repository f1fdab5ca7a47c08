import { requireRight } from '@freeor/accounts/policy'
import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Database, Tx } from '@freeor/postgres/database'
import { and, count, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { leadTable } from '../dictionaries/lead-table.ts'
import type { SearchDataset, SearchDeps } from '../search/ports.ts'
import { leadNoteLimits } from './limits.ts'
import { readLeadNote } from './queries.ts'
import type { LeadNote, LeadNoteInput } from './schema.ts'
import { leadNoteChanges, leadNotes } from './tables.ts'

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly search: Pick<SearchDeps, 'olap' | 'statements'>
}
type Written = { readonly dataset: SearchDataset; readonly leadId: string; readonly input: LeadNoteInput }

/**
 * Writes what the company says of a lead. Changes of a company follow one another: what a colleague wrote since one
 * looked is never written over unseen.
 * @throws AppError not_found for a lead that is in no kept version, forbidden for a viewer, conflict with what it says
 *   now, or when the company says something of 100,000 leads of the dataset
 */
export async function setLeadNote(
  { db, search, clock }: Deps,
  scope: CompanyScope,
  { dataset, leadId, input }: Written,
): Promise<LeadNote> {
  requireRight(scope, 'searches.save')
  const { datasetNo } = dataset
  const of = { datasetNo, leadId }
  const known = await readLeadNote(db, scope, of)
  if (known.revision === 0) await requireLead(search, dataset, leadId)
  return await db.transaction(async (tx) => {
    const revision = await nextRevision(tx, scope, datasetNo)
    const before = await readLeadNote(tx, scope, of)
    if (before.revision !== input.revision)
      throw new AppError('conflict', 'A colleague has changed this meanwhile. Look at it, and save again.', {
        details: { now: before },
      })
    if (before.revision === 0) await requireFew(tx, scope, datasetNo)
    const { companyId, userId } = scope
    const { status, note = before.note } = input
    const row = { status, note, revision, changedBy: userId, changedAt: clock.now() }
    await tx
      .insert(leadNotes)
      .values({ companyId, datasetNo, leadId, ...row })
      .onConflictDoUpdate({
        target: [leadNotes.companyId, leadNotes.datasetNo, leadNotes.leadId],
        set: row,
      })
    return await readLeadNote(tx, scope, of)
  })
}

/** The number of this change; the next one waits until it is committed. */
async function nextRevision(tx: Tx, { companyId }: CompanyScope, datasetNo: number): Promise<number> {
  const [changed] = await tx
    .insert(leadNoteChanges)
    .values({ companyId, datasetNo, revision: 1 })
    .onConflictDoUpdate({
      target: [leadNoteChanges.companyId, leadNoteChanges.datasetNo],
      set: { revision: sql`${leadNoteChanges.revision} + 1` },
    })
    .returning({ revision: leadNoteChanges.revision })
  if (!changed) throw new AppError('internal', 'The change was not counted')
  return changed.revision
}

async function requireFew(tx: Tx, { companyId }: CompanyScope, datasetNo: number): Promise<void> {
  const [found] = await tx
    .select({ notes: count() })
    .from(leadNotes)
    .where(and(eq(leadNotes.companyId, companyId), eq(leadNotes.datasetNo, datasetNo)))
  if ((found?.notes ?? 0) >= leadNoteLimits.notes)
    throw new AppError(
      'conflict',
      `You have notes of ${leadNoteLimits.notes.toLocaleString('en-US')} leads already.`,
    )
}

const countRow = z.object({ leads: z.coerce.number() })

/** Of the version that serves, or of an older one that is kept: a lead that is gone keeps its page. */
async function requireLead(
  { olap, statements }: Deps['search'],
  { datasetNo, dictionary }: SearchDataset,
  leadId: string,
): Promise<void> {
  for (const { version } of dictionary.versions) {
    const sql = `SELECT count() AS leads FROM ${leadTable(datasetNo, version)} WHERE lead_id = {lead:UInt64}`
    const ask = async () => await olap.ask({ sql, params: { lead: leadId }, row: countRow })
    const [found] = await statements.run({}, ask)
    if ((found?.leads ?? 0) > 0) return
  }
  throw new AppError('not_found', 'There is no such lead')
}
