import { expect, test } from 'vitest'
import { type MediaElement, openPlayer } from './player.ts'
import { watchFailure } from './watch-failure.ts'

test('a video that cannot be had is told, until it plays after all', () => {
  const media = new EventTarget()
  const told: boolean[] = []
  const stop = watchFailure(openPlayer(media as MediaElement), (isFailed) => told.push(isFailed))
  for (const event of ['play', 'error', 'pause', 'playing', 'error']) media.dispatchEvent(new Event(event))
  expect(told).toEqual([true, false, true])
  stop()
  media.dispatchEvent(new Event('playing'))
  expect(told).toHaveLength(3)
})
