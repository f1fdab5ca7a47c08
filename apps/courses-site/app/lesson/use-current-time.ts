import { useCallback, useSyncExternalStore } from 'react'
import type { Player } from './player.ts'

const nothing = () => () => undefined

/** Where the player is, in quarters of a second; 0 without one. */
export function useCurrentTime(player: Player | undefined): number {
  const follow = useCallback(
    (listener: () => void) => player?.on(['timeupdate', 'seeked'], listener) ?? nothing(),
    [player],
  )
  return useSyncExternalStore(
    follow,
    () => (player ? Math.floor(player.currentTime * 4) / 4 : 0),
    () => 0,
  )
}
