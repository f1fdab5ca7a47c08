import type { SavedSearch } from '@freeor/leads/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { type Undo, useUndo } from '@freeor/ui/use-undo'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { deleteSavedSearch } from '../api/saved-searches.ts'
import { texts } from '../texts.ts'

export type Deletion = {
  undo: Undo
  /** Deleted, or about to be: no longer shown. */
  gone: ReadonlySet<string>
  /** What could not be deleted and is shown again. */
  failure: string | undefined
  remove(search: SavedSearch): void
}

/**
 * Deleting that can be undone. The server is told only when the offer ends, so a window closed meanwhile has deleted
 * nothing: a search that comes back can be deleted again, one that is gone cannot be made again.
 */
export function useDeletion(): Deletion {
  const undo = useUndo()
  const revalidator = useRevalidator()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<string>()
  const restore = (id: string) => setGone((before) => new Set([...before].filter((each) => each !== id)))
  const finish = async ({ id, searchName }: SavedSearch) => {
    try {
      await deleteSavedSearch(browserApi(), id)
      await revalidator.revalidate()
    } catch {
      setFailure(texts.home.notDeleted(searchName))
      restore(id)
    }
  }
  const remove = (search: SavedSearch) => {
    setFailure(undefined)
    setGone((before) => new Set([...before, search.id]))
    undo.propose({
      text: texts.home.deleted(search.searchName),
      undo: () => restore(search.id),
      end: () => void finish(search),
    })
  }
  return { undo, gone, failure, remove }
}
