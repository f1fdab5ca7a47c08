import { useCallback, useRef, useState } from 'react'

export type UndoOffer = {
  /** What was removed. */
  text: string
  /** Restores it. */
  undo: () => void
}

export type Undo = {
  /** What can be undone now. */
  offer: UndoOffer | undefined
  /** Offers to undo this; what was offered before is over. */
  propose(offer: UndoOffer): void
  /** The user accepts the offer. */
  take(): void
  /** The offer is over. */
  end(): void
}

/** One step that can be undone, until it is closed, followed by another, or its page is left. */
export function useUndo(): Undo {
  const [offer, setOffer] = useState<UndoOffer>()
  // Also outside of state: each offer is accepted once, whatever happens at the same moment.
  const open = useRef<UndoOffer>(undefined)
  const propose = useCallback((next: UndoOffer | undefined) => {
    open.current = next
    setOffer(next)
  }, [])
  const end = useCallback(() => propose(undefined), [propose])
  const take = useCallback(() => {
    const taken = open.current
    end()
    taken?.undo()
  }, [end])
  return { offer, propose, take, end }
}
