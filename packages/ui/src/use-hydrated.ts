import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** True once scripts run. What needs a script (a disabled button, a hint) waits for it, so pages work without. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
