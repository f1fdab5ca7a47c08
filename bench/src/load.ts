import { setTimeout as delay } from 'node:timers/promises'

/** A call of somebody. Gives its status. */
export type Click = () => Promise<number>

/** Times clicks; answers other than 200 are counted. */
function openTimes() {
  const ms: number[] = []
  let others = 0
  const time = async (click: Click, due: number) => {
    // A connection that the machine refuses, as it does when a thousand wait, is an answer too.
    const status = await click().catch(() => 0)
    if (status === 200) ms.push(performance.now() - due)
    else others += 1
  }
  return { ms, time, others: () => others }
}

/**
 * As many as people click, however long the answers take: evenly spaced, each timed from when it was due, so that a
 * call which begins late because this process or the server was busy counts as slow.
 */
export async function atRate(
  clicks: readonly Click[],
  { seconds, perSecond }: { seconds: number; perSecond: number },
) {
  const { ms, time, others } = openTimes()
  const running: Promise<void>[] = []
  const started = performance.now()
  for (let next = 0; next < seconds * perSecond; next++) {
    const due = started + (next * 1000) / perSecond
    const early = due - performance.now()
    if (early > 0) await delay(early)
    const click = clicks[next % clicks.length]
    if (click) running.push(time(click, due))
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
    while (click && performance.now() < end) await time(click, performance.now())
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { ms, others: others(), perSecond: ms.length / seconds }
}
