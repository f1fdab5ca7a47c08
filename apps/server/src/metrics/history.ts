/** What a process saw of itself in a few seconds. Undefined is what was not known. */
export type Measure = {
  readonly requests: number
  readonly errors: number
  /** Of these requests together. */
  readonly seconds: number
  readonly lagMs: number
  readonly memoryBytes: number
  readonly connectionsBusy: number
  readonly jobsDue: number | undefined
  readonly mailWaiting: number | undefined
}

/** Five minutes: requests and errors are sums, everything else is the most that was seen. */
export type Span = Measure & { readonly startsAt: Date }

const spanMs = 5 * 60_000
const spansKept = 12

export type History = { add(at: Date, measure: Measure): void; list(): readonly Span[] }

/** The last hour of this process, in memory: at most twelve spans. */
export function openHistory(): History {
  let spans: readonly Span[] = []
  return {
    add(at, measure) {
      const startsAt = new Date(Math.floor(at.getTime() / spanMs) * spanMs)
      const since = startsAt.getTime() - (spansKept - 1) * spanMs
      const kept = spans.filter((one) => one.startsAt.getTime() >= since && one.startsAt <= startsAt)
      const last = kept.at(-1)
      spans =
        last?.startsAt.getTime() === startsAt.getTime()
          ? [...kept.slice(0, -1), { startsAt, ...join(last, measure) }]
          : [...kept, { startsAt, ...measure }]
    },
    list: () => spans,
  }
}

const join = (one: Measure, other: Measure): Measure => ({
  requests: one.requests + other.requests,
  errors: one.errors + other.errors,
  seconds: one.seconds + other.seconds,
  lagMs: Math.max(one.lagMs, other.lagMs),
  memoryBytes: Math.max(one.memoryBytes, other.memoryBytes),
  connectionsBusy: Math.max(one.connectionsBusy, other.connectionsBusy),
  jobsDue: larger(one.jobsDue, other.jobsDue),
  mailWaiting: larger(one.mailWaiting, other.mailWaiting),
})

const larger = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other)
