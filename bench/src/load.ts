import { setTimeout as delay } from 'node:timers/promises'

/** A call of somebody. Gives its status. */
export type Click = () => Promise<number>

/** Times clicks; answers other than 200 are counted. */
function openTimes() {
  const ms: number[] = []
  let others = 0
  const time = async (click: Click) => {
    const started = performance.now()
    // A connection that the machine refuses, as it does when a thousand wait, is an answer too.
    const status = await click().catch(() => 0)
    if (status === 200) ms.push(performance.now() - started)
    else others += 1
  }
  return { ms, time, others: () => others }
}

const TICK_MS = 100

/** As many as people click, however long the answers take. */
export async function atRate(
  clicks: readonly Click[],
  { seconds, perSecond }: { seconds: number; perSecond: number },
) {
  const perTick = (perSecond * TICK_MS) / 1000
  let next = 0
  const { ms, time, others } = openTimes()
  const running: Promise<void>[] = []
  const started = performance.now()
  for (let tick = 0; tick < (seconds * 1000) / TICK_MS; tick++) {
    for (let at = 0; at < perTick; at++) {
      const click = clicks[next % clicks.length]
      next += 1
      if (click) running.push(time(click))
    }
    await delay(TICK_MS)
  }
  await Promise.all(running)
  // A server that is too slow answers the last clicks long after they began.
  const elapsed = (performance.now() - started) / 1000
  return { ms, others: others(), perSecond: ms.length / elapsed }
}

/** One after the other on each of some connections: as many as the server can. */
export async function atMost(
  clicks: readonly Click[],
  { seconds, atOnce }: { seconds: number; atOnce: number },
) {
  const { ms, time, others } = openTimes()
  const end = performance.now() + seconds * 1000
  const work = async (_: unknown, at: number) => {
    const click = clicks[at % clicks.length]
    while (click && performance.now() < end) await time(click)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { ms, others: others(), perSecond: ms.length / seconds }
}
