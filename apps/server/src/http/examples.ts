import recorded from '../api/examples.json' with { type: 'json' }

/** One call of an operation as it could be made, and what it answered. */
export type Example = {
  readonly request: {
    readonly params?: Record<string, string>
    readonly query?: Record<string, string>
    readonly body?: unknown
  }
  /** The JSON answer; absent where there is none. */
  readonly answer?: unknown
}

/** By the operation's id. Recorded by `npm run record:examples`. */
export const examples: Readonly<Record<string, Example | undefined>> = recorded
