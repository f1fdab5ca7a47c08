import { useEffect, useEffectEvent } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { repeatAfter } from './repeat-after.ts'

const pauseMs = 2_000

/**
 * Loads the page's data again and again while `isWaiting`. Each load begins after the last has ended, as it would stop
 * one that is under way; and none begins while the page is being left, as the way there would begin anew.
 */
export function useLookAgain(isWaiting: boolean): void {
  const { revalidate } = useRevalidator()
  const { state } = useNavigation()
  const look = useEffectEvent(async () => {
    if (state === 'idle') await revalidate()
  })
  useEffect(() => {
    if (!isWaiting) return
    return repeatAfter(pauseMs, () => look())
  }, [isWaiting])
}
