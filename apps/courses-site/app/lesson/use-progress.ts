import type { ProgressReport } from '@freeor/courses/progress/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { inTurn } from '@freeor/ui/in-turn'
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
    const at = { positionSeconds: player.currentTime, ...(duration && { durationSeconds: duration }) }
    if (!(await send(lessonId, { ...at, played }))) parts.putBack(played)
  }
  let isOver = false
  // A report that overtook an older one would have its position replaced by the older one's.
  const report = inTurn(async () => {
    if (!isOver) await tell()
  })
  const begin = () => {
    look()
    // The server counts from its first report on.
    if (!isBegun) report()
    isBegun = true
  }
  const end = () => {
    look()
    if (isBegun) report()
  }
  // The page or the player may be gone before its turn comes.
  const leave = () => {
    look()
    if (isBegun) void tell()
  }
  const onHidden = () => {
    if (document.visibilityState === 'hidden') leave()
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
    leave()
    isOver = true
  }
}

/** Keeps a learner's position in the lesson's video on the server; nobody's where there is no learner. */
export function useProgress(player: Player | undefined, lessonId: string, isKept: boolean): void {
  useEffect(() => {
    if (!(player && isKept)) return
    return followPlayer(player, lessonId)
  }, [player, lessonId, isKept])
}
