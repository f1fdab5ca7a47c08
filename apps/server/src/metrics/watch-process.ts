import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Deps } from '../deps.ts'
import { readFigures } from './read-figures.ts'

const everyMs = 15_000
/** Between two measurements of the event loop. What Node reports of each is this much and the delay. */
const resolution = 20

/** Adds to the history what the process did since the last look, and what is so now. @returns one look */
export function openProcessLook(deps: Deps): { look(): Promise<void>; stop(): void } {
  const lag = monitorEventLoopDelay({ resolution })
  lag.enable()
  return {
    async look() {
      const { stored, pool } = await readFigures(deps)
      const lagMs = lag.count > 0 ? Math.max(0, lag.percentile(99) / 1e6 - resolution) : 0
      lag.reset()
      deps.history.add(deps.clock.now(), {
        ...deps.metrics.takeTotals(),
        lagMs,
        memoryBytes: process.memoryUsage.rss(),
        connectionsBusy: pool.open - pool.idle,
        jobsDue: stored?.queues.reduce((sum, { due }) => sum + due, 0),
        mailWaiting: stored?.mail.waiting,
      })
    },
    stop: () => void lag.disable(),
  }
}

/** Looks every 15 seconds. @returns what stops it */
export function watchProcess(deps: Deps): () => void {
  const { look, stop } = openProcessLook(deps)
  const timer = setInterval(() => void look(), everyMs)
  timer.unref()
  void look()
  return () => {
    clearInterval(timer)
    stop()
  }
}
