import type { Player } from './player.ts'

/**
 * Tells when a video cannot be had, and when it plays after all: the controls stay as they are, and show neither.
 * @returns stops telling
 */
export function watchFailure(player: Player, tell: (isFailed: boolean) => void): () => void {
  const stops = [player.on(['error'], () => tell(true)), player.on(['playing'], () => tell(false))]
  return () => {
    for (const stop of stops) stop()
  }
}
