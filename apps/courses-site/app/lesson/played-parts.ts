import type { ProgressReport } from '@freeor/courses/progress/schema'

type Part = ProgressReport['played'][number]

/** A player tells its time some four times a second. A longer step is a jump, and was not played. */
const longestStep = 1.5

/** Collects what a player plays, from what it tells of its time. */
export class PlayedParts {
  #parts: Part[] = []
  #open: Part | undefined

  /** The player is here, and plays or not. */
  at(seconds: number, { rate, isPlaying }: { rate: number; isPlaying: boolean }): void {
    const open = this.#open
    const step = open === undefined ? 0 : seconds - open.to
    const goesOn = open !== undefined && open.rate === rate && step >= 0 && step <= longestStep * rate
    if (goesOn) open.to = seconds
    else this.#close()
    if (!isPlaying) this.#close()
    else if (!goesOn) this.#open = { from: seconds, to: seconds, rate }
  }

  /** The player jumps: what follows does not join what was. */
  jump(): void {
    this.#close()
  }

  #close(): void {
    if (this.#open && this.#open.to > this.#open.from) this.#parts.push(this.#open)
    this.#open = undefined
  }

  /** What was played since it was taken last. */
  take(): Part[] {
    const open = this.#open
    this.#close()
    if (open) this.#open = { from: open.to, to: open.to, rate: open.rate }
    const parts = this.#parts
    this.#parts = []
    return parts
  }

  /** It could not be sent: it is taken with the next. */
  putBack(parts: readonly Part[]): void {
    this.#parts = [...parts, ...this.#parts].slice(-200)
  }
}
