import {
  clausesOf,
  type Match,
  type NoteClause,
  noteName,
  type Query,
  type Span,
  type StatusClause,
  statusName,
} from './ast.ts'
import type { Binder } from './binder.ts'
import { type LeadStatus, leadStatuses } from './lead-statuses.ts'
import { QueryError } from './query-error.ts'
import type { Item } from './scanner.ts'

/**
 * A company's own statuses and notes in the search engine: what each change said, under the number of the change within
 * its company and dataset. The last one up to `revision` counts, so that the parts of a search see the same.
 */
export const leadNotesTable = 'freeor.lead_notes'

/** The statuses and notes of one company and dataset, as of its change `revision`. */
export type LeadNotes = {
  readonly companyId: string
  readonly datasetNo: number
  readonly revision: number
}

/** Whether a query asks for statuses or notes of the company's own. */
export function asksNotes(query: Query): boolean {
  for (const { type } of clausesOf(query)) if (type === 'status' || type === 'note') return true
  return false
}

const isStatus = (text: string): text is LeadStatus => leadStatuses.some((status) => status === text)

/** @throws QueryError for another status than there is */
export function readStatuses(match: Match, items: readonly Item[], whole: Span): StatusClause {
  if (match.op === 'present') return { type: 'status', statuses: [] }
  const statuses = items.map(({ text }) => text.toLowerCase())
  if (match.op !== 'any' || !statuses.every(isStatus))
    throw new QueryError(`A status is ${leadStatuses.join(', ')}`, whole, [
      ...leadStatuses.map((status) => `${statusName}:${status}`),
      `${statusName}:*`,
    ])
  return { type: 'status', statuses: statuses.filter(isStatus) }
}

/** @throws QueryError for a text: a note is there or not */
export function readNote(match: Match, whole: Span): NoteClause {
  if (match.op === 'present') return { type: 'note' }
  throw new QueryError('Whether a lead has a note can be asked, not what it says', whole, [`${noteName}:*`])
}

const hasStatus = ({ statuses }: StatusClause, binder: Binder): string =>
  statuses.length === 0
    ? "argMax(status, revision) != ''"
    : `argMax(status, revision) IN ${binder.bind('Array(String)', statuses)}`

/** The condition that a lead has one of the statuses, or a note. */
export function compileNotes(
  clause: StatusClause | NoteClause,
  notes: LeadNotes | undefined,
  binder: Binder,
): string {
  if (!notes || notes.revision === 0) return '0'
  const has = clause.type === 'note' ? "argMax(note, revision) != ''" : hasStatus(clause, binder)
  return `lead_id IN (SELECT lead_id ${saidOf(notes, binder)} HAVING ${has})`
}

/** A subquery: `lead_id` and `said_status` of each lead that has one. */
export const statusesSaid = (notes: LeadNotes, binder: Binder): string =>
  `SELECT lead_id, argMax(status, revision) AS said_status ${saidOf(notes, binder)} HAVING said_status != ''`

const saidOf = ({ companyId, datasetNo, revision }: LeadNotes, binder: Binder): string =>
  `FROM ${leadNotesTable} WHERE company_id = ${binder.bind('String', companyId)}
    AND dataset_no = ${binder.bind('UInt32', datasetNo)} AND revision <= ${binder.bind('UInt32', revision)}
    GROUP BY lead_id`
