import { useEffect, useState } from 'react'

/**
 * Gives the focus back, when this component goes, to what had it when it came. For a dialog that is mounted only
 * while it is open: the library's own return waits for `opened` to turn false.
 */
export function useReturnFocus(): void {
  const [before] = useState(() => (typeof document === 'undefined' ? null : document.activeElement))
  useEffect(() => {
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [before])
}
