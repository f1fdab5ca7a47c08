import type { ProgressReport } from '@freeor/courses/progress/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useEffect } from 'react'
import { PlayedParts } from './played-parts.ts'
import type { Player } from './player.ts'

const reportEveryMs = 10_000

/** Sends a report that outlives the page; whether it arrived. */
async function send(lessonId: string, report: ProgressReport): Promise<boolean> {
  const put = browserApi().PUT('/api/lessons/{lessonId}/progress', {
    params: { path: { lessonId } },
    body: report,
    keepalive: true,
  })
  return await put.then(
    ({ response }) => response.ok,
    () => false,
  )
}

/** Follows a player and tells the server where it is and what it played. Gives a function that stops. */
function followPlayer(player: Player, lessonId: string): () => void {
  const parts = new PlayedParts()
  const look = () => parts.at(player.currentTime, { rate: player.rate, isPlaying: !player.isPaused })
  let isBegun = false
  const tell = async () => {
    const played = parts.take()
    const { duration } = player
    const report = { positionSeconds: player.currentTime, ...(duration && { durationSeconds: duration }) }
    if (!(await send(lessonId, { ...report, played }))) parts.putBack(played)
  }
  const begin = () => {
    look()
    // The server counts from its first report on.
    if (!isBegun) void tell()
    isBegun = true
  }
  const end = () => {
    look()
    if (isBegun) void tell()
  }
  const onHidden = () => {
    if (document.visibilityState === 'hidden') end()
  }
  const timer = setInterval(() => {
    if (!player.isPaused) end()
  }, reportEveryMs)
  document.addEventListener('visibilitychange', onHidden)
  const stops = [
    player.on(['play'], begin),
    player.on(['timeupdate', 'ratechange'], look),
    player.on(['seeking', 'seeked'], () => parts.jump()),
    player.on(['pause', 'ended', 'seeked'], end),
  ]
  // It may have begun before anybody listened.
  if (!player.isPaused) begin()
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onHidden)
    for (const stop of stops) stop()
    end()
  }
}

/** Keeps a learner's position in the lesson's video on the server; nobody's where there is no learner. */
export function useProgress(player: Player | undefined, lessonId: string, isKept: boolean): void {
  useEffect(() => {
    if (!(player && isKept)) return
    return followPlayer(player, lessonId)
  }, [player, lessonId, isKept])
}
