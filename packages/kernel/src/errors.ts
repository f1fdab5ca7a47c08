/** The one error table: a closed set of codes; the HTTP status is a property of the code. */
export const errorCodes = {
  invalid_request: { status: 422, title: 'That request is not right' },
  invalid_query: { status: 422, title: 'That search could not be read' },
  bad_request: { status: 400, title: 'That request could not be read' },
  unauthenticated: { status: 401, title: 'Please log in' },
  two_factor_required: { status: 401, title: 'Please enter your code' },
  payment_required: { status: 402, title: 'Your plan does not cover this' },
  payment_failed: { status: 402, title: 'Payment failed' },
  insufficient_credits: { status: 402, title: 'Not enough leads remaining' },
  budget_exceeded: { status: 402, title: 'More leads than this key may take in a day' },
  spending_limit_exceeded: { status: 402, title: 'More leads than you may take this month' },
  file_limit_exceeded: { status: 402, title: 'More leads than one file may hold' },
  forbidden: { status: 403, title: 'You may not do this' },
  verification_required: { status: 403, title: 'Please verify your account' },
  human_check_required: { status: 403, title: 'Please show that you are human' },
  reauthentication_required: { status: 403, title: 'Please enter your password again' },
  bad_origin: { status: 403, title: 'That request came from another site' },
  not_found: { status: 404, title: 'There is nothing here' },
  method_not_allowed: { status: 405, title: 'That cannot be done here' },
  conflict: { status: 409, title: 'That conflicts with what is already there' },
  validation: { status: 409, title: 'The billing provider would not do that' },
  gone: { status: 410, title: 'That is no longer here' },
  payload_too_large: { status: 413, title: 'That is too large' },
  range_not_satisfiable: { status: 416, title: 'That range is outside the file' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong' },
  search_too_wide: { status: 503, title: 'That search is too wide' },
  unavailable: { status: 503, title: 'Not available right now' },
} as const

export type ErrorCode = keyof typeof errorCodes

/** Extra members of a problem document, e.g. `{ position: 12, expected: ['a value'] }`. */
export type ErrorDetails = Record<string, unknown>

/** Thrown by gates and for bugs. An outcome that the caller must handle is returned as a union instead. */
export class AppError extends Error {
  readonly code: ErrorCode
  /** Machine-readable members merged into the problem document. Never secrets, never SQL. */
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; details?: ErrorDetails } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.details = options.details ?? {}
  }

  get status(): number {
    return errorCodes[this.code].status
  }
}
