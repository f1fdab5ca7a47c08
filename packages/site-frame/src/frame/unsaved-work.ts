import { createContext, use, useCallback, useId, useLayoutEffect, useState } from 'react'
import type { LeaveTexts } from './leave-texts.ts'
import { useSite } from './site-context.ts'

/** Notes what would be lost, by the id of what holds it; without texts nothing is there any more. */
type Note = (id: string, texts: LeaveTexts | undefined) => void

const UnsavedWorkContext = createContext<Note | undefined>(undefined)

/** Whether the page asks right now: a dialog box on it leaves the keys to the question. */
export const PageAsksContext = createContext(false)

/** Around what asks one question: a page, or a dialog box of it. */
export const UnsavedWorkProvider = UnsavedWorkContext

export type UnsavedWork = {
  /** The words of the question; undefined when nothing would be lost. Of several, those that came last. */
  readonly texts: LeaveTexts | undefined
  /** For `UnsavedWorkProvider`. */
  readonly note: Note
}

/** What would be lost below the `UnsavedWorkProvider` that gets its `note`. */
export function useNotedWork(): UnsavedWork {
  const [notes, setNotes] = useState<ReadonlyMap<string, LeaveTexts>>(new Map())
  const note = useCallback<Note>(
    (id, texts) =>
      setNotes((before) => {
        if (before.get(id) === texts) return before
        const others = [...before].filter(([one]) => one !== id)
        return new Map(texts ? [...others, [id, texts]] : others)
      }),
    [],
  )
  return { texts: [...notes.values()].at(-1), note }
}

/**
 * Says whether something would be lost by leaving, so that it is asked first. It is noted before the page is drawn:
 * nobody who reads that everything is saved is asked.
 * @param own words in place of the site's
 * @throws Error outside of `UnsavedWorkProvider`
 */
export function useUnsavedWork(isUnsaved: boolean, own?: LeaveTexts): void {
  const id = useId()
  const site = useSite()
  const note = use(UnsavedWorkContext)
  if (!note) throw new Error('useUnsavedWork needs an UnsavedWorkProvider above it')
  const texts = isUnsaved ? (own ?? site.texts.leave) : undefined
  useLayoutEffect(() => {
    note(id, texts)
    return () => note(id, undefined)
  }, [note, id, texts])
}
