import type { LeadNote } from '@freeor/leads/lead-notes/schema'
import type { LeadStatus } from '@freeor/leads/query/lead-statuses'
import type { RowNote, SearchRow } from '@freeor/leads/schema'
import { failureText } from '@freeor/site-frame/errors/failure-text'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useRef, useState } from 'react'
import { noteInstead, setLeadNote } from '../api/leads.ts'

export type RowNotes = {
  /** What the company says of the lead of a row, as far as this page knows. */
  noteOf(row: SearchRow): RowNote | null
  setStatus(row: SearchRow, status: LeadStatus | null): void
}

/** What came of a change: it is saved, a colleague was there before, or it failed. */
export type StatusChange =
  | {
      readonly row: SearchRow
      readonly outcome: 'saved' | 'meanwhile'
      readonly before: LeadStatus | null
      readonly now: RowNote
    }
  | { readonly row: SearchRow; readonly outcome: 'failed'; readonly message: string }

const nothing: RowNote = { status: null, hasNote: false, revision: 0 }

const toRow = ({ status, note, revision }: LeadNote): RowNote => ({ status, hasNote: note !== '', revision })

/** Statuses chosen in the rows: shown at once, kept by the server, and taken back where it refuses them. */
export function useRowNotes(dictId: string, onDone: (change: StatusChange) => void): RowNotes {
  const [changed, setChanged] = useState<ReadonlyMap<string, RowNote>>(new Map())
  const known = useRef(changed)
  const put = (leadId: string, note: RowNote) => {
    known.current = new Map(known.current).set(leadId, note)
    setChanged(known.current)
  }
  /** A later reading of the search may know more than this page's last change. */
  const newest = (row: SearchRow, of: ReadonlyMap<string, RowNote>): RowNote | null => {
    const own = of.get(row.id)
    return own && own.revision >= (row.note?.revision ?? 0) ? own : row.note
  }
  const saving = useRef<Promise<void>>(Promise.resolve())
  const save = async (row: SearchRow, status: LeadStatus | null, before: RowNote) => {
    // As of now: an earlier change of the same lead may have been saved meanwhile.
    const { revision } = newest(row, known.current) ?? nothing
    try {
      const said = await setLeadNote(browserApi(), { dictId, leadId: row.id }, { status, revision })
      put(row.id, toRow(said))
      onDone({ row, outcome: 'saved', before: before.status, now: toRow(said) })
    } catch (error) {
      const theirs = noteInstead(error)
      const now = theirs && toRow(theirs)
      put(row.id, now ?? { ...before, revision })
      if (now) onDone({ row, outcome: 'meanwhile', before: before.status, now })
      else onDone({ row, outcome: 'failed', message: failureText(error) })
    }
  }
  return {
    noteOf: (row) => newest(row, changed),
    setStatus(row, status) {
      const before = newest(row, known.current) ?? nothing
      put(row.id, { ...before, status })
      // One after the other: the second change of a lead names the revision of the first.
      saving.current = saving.current.then(() => save(row, status, before))
    },
  }
}
