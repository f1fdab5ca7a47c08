import { AppError } from '@freeor/kernel/errors'

/**
 * Who may be hashed for, the first first. `places` is the most at once of a lane and all lanes below it, so each lane
 * leaves the ones above it places that no flood below can take; `waiting` is how many of it may wait.
 */
const lanes = {
  /** A device that signed in to this account before, somebody signed in, or with a reset link in hand. */
  known: { places: 4, waiting: 64 },
  /** Neither this account nor this address has failed more than now and then. */
  fresh: { places: 3, waiting: 192 },
  /** Signing up. */
  joining: { places: 2, waiting: 64 },
  /** This account or this address keeps failing. */
  suspect: { places: 1, waiting: 64 },
} as const

export type Lane = keyof typeof lanes

const order = Object.keys(lanes) as Lane[]

/** `subject` is what must share fairly within the lane: a client address, or an account that proved itself. */
export type Applicant = { readonly lane: Lane; readonly subject: string }

/** Longer than a full queue takes on two cores; whoever waits longer is told to come back. */
const longestWaitMs = 30_000

type Waiting = { admit(): void }

/**
 * The places for hashing passwords: a hash takes about 60 ms of a core and 32 MB, so more at once would starve
 * everything else. Whoever finds none waits in the line of their lane, which is short, and is let in by turns of the
 * subjects, so that one address cannot stand in front of all others.
 */
export class HashingPlaces {
  readonly #running: Record<Lane, number> = { known: 0, fresh: 0, joining: 0, suspect: 0 }
  /** Subjects in the order of their turns, each with those who wait, oldest first. */
  readonly #lines: Record<Lane, Map<string, Waiting[]>> = {
    known: new Map(),
    fresh: new Map(),
    joining: new Map(),
    suspect: new Map(),
  }

  /** @throws AppError rate_limited with `details.busy` when the line is full or does not move. */
  async within<T>(applicant: Applicant, work: () => Promise<T>): Promise<T> {
    const { lane } = applicant
    // Whoever could run does not wait, so a place that is free here is nobody else's.
    if (this.#mayRun(lane)) this.#running[lane] += 1
    else await this.#wait(applicant)
    try {
      return await work()
    } finally {
      this.#running[lane] -= 1
      this.#admitWaiting()
    }
  }

  #mayRun(lane: Lane): boolean {
    const above = order.slice(0, order.indexOf(lane) + 1)
    return above.every((one) => {
      const below = order.slice(order.indexOf(one))
      return below.reduce((sum, name) => sum + this.#running[name], 0) < lanes[one].places
    })
  }

  async #wait({ lane, subject }: Applicant): Promise<void> {
    const lines = this.#lines[lane]
    const line = lines.get(subject) ?? []
    const free = lanes[lane].waiting - [...lines.values()].reduce((sum, { length }) => sum + length, 0)
    // A class room behind one address may wait while there is room; the fuller the line, the less for each: one.
    if (free <= 0 || line.length >= Math.max(1, Math.floor(free / 2))) throw busy()
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        admit: () => {
          clearTimeout(timer)
          this.#running[lane] += 1
          resolve()
        },
      }
      const timer = setTimeout(() => {
        line.splice(line.indexOf(waiting), 1)
        if (line.length === 0) lines.delete(subject)
        reject(busy())
      }, longestWaitMs)
      line.push(waiting)
      lines.set(subject, line)
    })
  }

  #admitWaiting(): void {
    for (const lane of order) {
      const lines = this.#lines[lane]
      for (const [subject, line] of lines) {
        if (!this.#mayRun(lane)) break
        lines.delete(subject)
        line.shift()?.admit()
        // To the end of the turns, where this loop comes by again.
        if (line.length > 0) lines.set(subject, line)
      }
    }
  }
}

const busy = () =>
  new AppError('rate_limited', 'Too many people are logging in. Please try again in a moment.', {
    details: { retryAfter: 1, busy: true },
  })
