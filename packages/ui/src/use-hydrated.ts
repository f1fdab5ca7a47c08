import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * True once scripts run. What needs a script (a disabled button, a hint) waits for this, so pages work without scripts.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
