import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

export type ClosingMenu = {
  ref: RefObject<HTMLDetailsElement | null>
  onKeyDown: (event: KeyboardEvent) => void
  onBlur: (event: FocusEvent) => void
}

/**
 * Closes a `details` that serves as a menu: on Escape, when the focus leaves it, on a press elsewhere, and on the way to
 * another page. Without script it opens and closes by its summary alone.
 */
export function useClosingMenu(): ClosingMenu {
  const ref = useRef<HTMLDetailsElement>(null)
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what closes it
  useEffect(() => {
    ref.current?.removeAttribute('open')
  }, [pathname, search])
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !ref.current?.contains(target)) ref.current?.removeAttribute('open')
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [])
  return {
    ref,
    onKeyDown: ({ key }) => {
      if (key !== 'Escape' || !ref.current?.open) return
      ref.current.open = false
      ref.current.querySelector('summary')?.focus()
    },
    // A press on something that takes no focus leaves it nowhere: that is for the press to decide.
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !ref.current?.contains(relatedTarget))
        ref.current?.removeAttribute('open')
    },
  }
}
