import { engineUnavailable } from './olap-error.ts'

export type Admission = {
  /** Takes a place, waiting for one if it must; the result gives it back. @throws AppError `unavailable` when full. */
  enter(signal?: AbortSignal): Promise<() => void>
  /** Runs `work` in a place. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** So many at a time, so many more in line, the rest are told to come back. */
export function openAdmission({ running, waiting }: { running: number; waiting: number }): Admission {
  let taken = 0
  const line: (() => void)[] = []

  const leave = () => {
    const next = line.shift()
    if (next === undefined) taken -= 1
    else next()
  }

  async function enter(signal?: AbortSignal): Promise<() => void> {
    if (taken < running) taken += 1
    else if (line.length < waiting) await standInLine(signal)
    else throw engineUnavailable()
    let left = false
    return () => {
      if (!left) leave()
      left = true
    }
  }

  async function standInLine(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      const place = line.indexOf(resolve)
      if (place >= 0) line.splice(place, 1)
      reject(signal?.reason)
    }
    line.push(resolve)
    signal?.addEventListener('abort', giveUp, { once: true })
    try {
      await promise
    } finally {
      signal?.removeEventListener('abort', giveUp)
    }
  }

  return {
    enter,
    async run(work, signal) {
      const left = await enter(signal)
      try {
        return await work()
      } finally {
        left()
      }
    },
  }
}
