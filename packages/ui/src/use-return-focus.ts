import { useEffect, useState } from 'react'

/**
 * When this component is unmounted, gives the focus back to the element that had it when it was mounted. For a dialog
 * that is mounted only while it is open: the library's own return waits for `opened` to turn false.
 */
export function useReturnFocus(): void {
  const [before] = useState(() => (typeof document === 'undefined' ? null : document.activeElement))
  useEffect(() => {
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [before])
}
