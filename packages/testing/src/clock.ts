import type { Clock } from '@freeor/kernel/clock'

export type FakeClock = Clock & {
  /** Moves the time by this many milliseconds, backwards when negative. */
  advance(ms: number): void
  set(iso: string): void
}

/** A clock that stays at `iso` until it is moved. */
export function fakeClock(iso: string): FakeClock {
  let time = Date.parse(iso)
  if (Number.isNaN(time)) throw new Error(`Not a time: ${iso}`)
  return {
    now: () => new Date(time),
    advance(ms) {
      time += ms
    },
    set(next) {
      time = Date.parse(next)
    },
  }
}
