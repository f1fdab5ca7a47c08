import { ApiProblem } from '@freeor/api-client/client'
import type { SavedSearch } from '@freeor/leads/saved-searches/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { type Undo, useUndo } from '@freeor/ui/use-undo'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { deleteSavedSearch, restoreSavedSearch } from '../api/saved-searches.ts'
import { texts } from '../texts.ts'

export type Deletion = {
  undo: Undo
  /** Deleted, or about to be: no longer shown. */
  gone: ReadonlySet<string>
  /** What could not be deleted or restored. */
  failure: string | undefined
  remove(search: SavedSearch): void
}

/**
 * Deleting that can be undone. The server deletes at once, so a window closed meanwhile has deleted it, and undoing
 * restores it there. The list is shown without it before the server has answered.
 */
export function useDeletion(): Deletion {
  const undo = useUndo()
  const revalidator = useRevalidator()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<string>()
  const show = (id: string) => setGone((before) => new Set([...before].filter((each) => each !== id)))
  const restore = async ({ id, searchName }: SavedSearch, deleted: Promise<boolean>) => {
    if (!(await deleted)) return
    try {
      await restoreSavedSearch(browserApi(), id)
      await revalidator.revalidate()
      show(id)
    } catch {
      setFailure(texts.home.notRestored(searchName))
    }
  }
  /** Whether the server did it. */
  const deleteThere = async ({ id, searchName }: SavedSearch): Promise<boolean> => {
    try {
      await deleteSavedSearch(browserApi(), id)
      return true
    } catch (error) {
      // Deleted already, in another window: its row is not shown again.
      if (error instanceof ApiProblem && error.status === 404) return true
      setFailure(texts.home.notDeleted(searchName))
      undo.end()
      show(id)
      return false
    }
  }
  const remove = (search: SavedSearch) => {
    setFailure(undefined)
    setGone((before) => new Set([...before, search.id]))
    const deleted = deleteThere(search)
    // Undone before the server has answered, it is restored after that.
    undo.propose({
      text: texts.home.deleted(search.searchName),
      undo: () => void restore(search, deleted),
    })
  }
  return { undo, gone, failure, remove }
}
