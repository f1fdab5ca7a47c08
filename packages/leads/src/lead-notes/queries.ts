import { users } from '@freeor/accounts/tables'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { datasets } from '../dictionaries/tables.ts'
import type { RowNote } from '../schema.ts'
import type { LeadNote, NotedLead } from './schema.ts'
import { leadNotes } from './tables.ts'

export type LeadOf = { readonly datasetNo: number; readonly leadId: string }

const noteFields = {
  status: leadNotes.status,
  note: leadNotes.note,
  revision: leadNotes.revision,
  changedAt: leadNotes.changedAt,
  name: users.name,
  email: users.email,
}

type Row = Pick<typeof leadNotes.$inferSelect, 'status' | 'note' | 'revision' | 'changedAt'> & {
  readonly name: string | null
  readonly email: string | null
}

const toNote = ({ status, note, revision, changedAt, name, email }: Row): LeadNote => ({
  ...{ status, note, revision, changedBy: name || email, changedAt: changedAt.toISOString() },
})

/** What the company says of a lead. */
export async function readLeadNote(
  tx: Tx,
  { companyId }: Pick<CompanyScope, 'companyId'>,
  { datasetNo, leadId }: LeadOf,
): Promise<LeadNote> {
  const [row] = await tx
    .select(noteFields)
    .from(leadNotes)
    .leftJoin(users, eq(users.id, leadNotes.changedBy))
    .where(
      and(
        eq(leadNotes.companyId, companyId),
        eq(leadNotes.datasetNo, datasetNo),
        eq(leadNotes.leadId, leadId),
      ),
    )
  return row ? toNote(row) : { status: null, note: '', revision: 0, changedBy: null, changedAt: null }
}

/** What the company says of those of some leads of which it says anything. */
export async function readRowNotes(
  tx: Tx,
  { companyId }: Pick<CompanyScope, 'companyId'>,
  { datasetNo, leadIds }: { readonly datasetNo: number; readonly leadIds: readonly string[] },
): Promise<ReadonlyMap<string, RowNote>> {
  if (leadIds.length === 0) return new Map()
  const { leadId, status, note, revision } = leadNotes
  const rows = await tx
    .select({ leadId, status, hasNote: sql<boolean>`${note} <> ''`, revision })
    .from(leadNotes)
    .where(
      and(
        eq(leadNotes.companyId, companyId),
        eq(leadNotes.datasetNo, datasetNo),
        inArray(leadId, [...leadIds]),
      ),
    )
  return new Map(rows.map(({ leadId: id, ...said }) => [id, said]))
}

/** All that the company says of leads: of everybody, or what one member wrote last. */
export async function listLeadNotes(
  tx: Tx,
  { companyId }: CompanyScope,
  writtenBy?: string,
): Promise<NotedLead[]> {
  const isTheirs = writtenBy === undefined ? undefined : eq(leadNotes.changedBy, writtenBy)
  const rows = await tx
    .select({ ...noteFields, dictId: datasets.dictId, leadId: leadNotes.leadId })
    .from(leadNotes)
    .innerJoin(datasets, eq(datasets.datasetNo, leadNotes.datasetNo))
    .leftJoin(users, eq(users.id, leadNotes.changedBy))
    .where(and(eq(leadNotes.companyId, companyId), isTheirs))
    .orderBy(asc(datasets.dictId), asc(leadNotes.leadId))
  return rows.map(({ dictId, leadId, ...row }) => ({ dictId, leadId, ...toNote(row) }))
}
