import { clausesOf } from '@freeor/leads/query/ast'
import type { LeadStatus } from '@freeor/leads/query/lead-statuses'
import type { SearchRow } from '@freeor/leads/schema'
import { useSiteData } from '@freeor/site-frame/frame/site-data'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { noteTexts as words } from '../texts/notes.ts'
import { cellText } from './cell-text.ts'
import { type StatusChange, useRowNotes } from './use-row-notes.ts'
import type { SearchModel } from './use-search-model.ts'

export type StatusChanges = Pick<ReturnType<typeof useRowNotes>, 'noteOf'> & {
  /** Undefined for who may not change a status. */
  readonly setStatus: ((row: SearchRow, status: LeadStatus | null) => void) | undefined
  /** What a screen reader calls the lead of a row: its first cell. */
  nameOf(row: SearchRow): string
}

const wordOf = (status: LeadStatus | null) => (status ? words.statuses[status] : words.none)

/** Statuses chosen in the rows of a search: each can be undone, and the counts by status follow. */
export function useStatusChanges({ page, columns, query, undo }: SearchModel) {
  const mayWrite = useSiteData()?.me.abilities['searches.save'] ?? false
  const { revalidate } = useRevalidator()
  const [refusal, setRefusal] = useState<string>()
  // A lead that a change takes out of the search stays in view until the next search: whoever works through the list
  // keeps their place.
  const isByStatus = [...clausesOf(query ?? null)].some(({ type }) => type === 'status')
  const nameOf = (row: SearchRow) => {
    const [first] = columns
    return first ? cellText(first, row.cells[first.key] ?? null) : row.id
  }
  const done = (change: StatusChange) => {
    const name = nameOf(change.row)
    if (change.outcome === 'failed') return setRefusal(change.message)
    if (change.outcome === 'meanwhile') return setRefusal(words.meanwhile(name, wordOf(change.now.status)))
    const { row, before } = change
    const text = words.changedTo(name, wordOf(change.now.status))
    undo.propose({
      text: isByStatus ? `${text}. ${words.stillListed}` : text,
      undo: () => notes.setStatus(row, before),
    })
    if (!isByStatus) void revalidate()
  }
  const notes = useRowNotes(page.dictionary.dictId, done)
  const setStatus = (row: SearchRow, status: LeadStatus | null) => {
    setRefusal(undefined)
    notes.setStatus(row, status)
  }
  const changes: StatusChanges = {
    noteOf: notes.noteOf,
    setStatus: mayWrite ? setStatus : undefined,
    nameOf,
  }
  return { changes, refusal, dismiss: () => setRefusal(undefined) }
}
