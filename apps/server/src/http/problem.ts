import { AppError, type ErrorCode, errorCodes } from '@freeor/kernel/errors'
import { isNoRoom, isOutage } from '@freeor/postgres/outage'
import { noRoom } from '../disk-room.ts'

/** RFC 9457 problem document, the shape of every error answer. */
export type Problem = {
  type: string
  title: string
  status: number
  code: ErrorCode
  detail: string
  requestId: string
  [member: string]: unknown
}

/** Anything thrown becomes a problem; only an AppError's message may reach the person. */
export function toProblem(error: unknown, requestId: string): { problem: Problem; isExpected: boolean } {
  // Our own message about a bug may name tables and numbers: it is for the log alone.
  const isOwn = error instanceof AppError && error.code !== 'internal'
  const known = isOwn ? error : expected(error)
  const code = known?.code ?? 'internal'
  const { status, title } = errorCodes[code]
  const detail =
    known?.message ??
    'Something went wrong on our side. Please try again, or quote the request id to support.'
  return {
    problem: {
      ...known?.details,
      type: `urn:freeor:problem:${code}`,
      title,
      status,
      code,
      detail,
      requestId,
    },
    isExpected: known !== undefined,
  }
}

/** Errors that are nobody's mistake and may go away by themselves. */
function expected(error: unknown): AppError | undefined {
  if (isNoRoom(error)) return noRoom(error)
  return isOutage(error) ? outage(error) : undefined
}

const outage = (cause: unknown) =>
  new AppError('unavailable', 'Freeor is not available right now. Please try again in a moment.', {
    cause,
    details: { retryAfter: 2 },
  })

export type WrittenProblem = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export function writeProblem(error: unknown, requestId: string): WrittenProblem {
  const { problem } = toProblem(error, requestId)
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
  }
  const retryAfter = problem.retryAfter
  if (typeof retryAfter === 'number') headers['retry-after'] = String(Math.ceil(retryAfter))
  const { code, bytes, allow } = problem
  if (code === 'method_not_allowed' && typeof allow === 'string') headers.allow = allow
  if (code === 'range_not_satisfiable' && typeof bytes === 'number')
    headers['content-range'] = `bytes */${bytes}`
  return { status: problem.status, headers, body: JSON.stringify(problem) }
}

export function problemResponse(error: unknown, requestId: string): Response {
  const { body, ...init } = writeProblem(error, requestId)
  return new Response(body, init)
}
