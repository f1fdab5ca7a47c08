import { useCallback, useEffect, useRef, useState } from 'react'

export type UndoOffer = {
  /** What was taken away. */
  text: string
  /** Brings it back. */
  undo: () => void
  /** Makes it final. Not called when the window is closed meanwhile, so what it would destroy is then kept. */
  end?: () => void
}

export type Undo = {
  /** What can be undone now. */
  offer: UndoOffer | undefined
  /** Offers to undo this; what was offered before becomes final. */
  propose(offer: UndoOffer): void
  /** The person takes the offer. */
  take(): void
  /** The offer is over. */
  end(): void
}

/** One step that can be taken back, until it is closed, followed by another, or its page is left. */
export function useUndo(): Undo {
  const [offer, setOffer] = useState<UndoOffer>()
  // Also outside of state: each offer ends once, whatever comes at the same moment.
  const open = useRef<UndoOffer>(undefined)
  const settle = useCallback((how: 'undo' | 'end', next?: UndoOffer) => {
    const settled = open.current
    open.current = next
    setOffer(next)
    settled?.[how]?.()
  }, [])
  useEffect(
    () => () => {
      const left = open.current
      open.current = undefined
      left?.end?.()
    },
    [],
  )
  const propose = useCallback((next: UndoOffer) => settle('end', next), [settle])
  const take = useCallback(() => settle('undo'), [settle])
  const end = useCallback(() => settle('end'), [settle])
  return { offer, propose, take, end }
}
