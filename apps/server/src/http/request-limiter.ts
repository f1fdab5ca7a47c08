import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import { type Limits, openLimiter } from '@freeor/kernel/limiter'
import { problemResponse } from './problem.ts'

const RETRY_AFTER_SECONDS = 2

const busy = () =>
  new AppError('unavailable', 'Very many people are here right now. Please try again in a moment.', {
    details: { retryAfter: RETRY_AFTER_SECONDS },
  })

/** The browser asks again by itself. */
const busyPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Please wait a moment</title><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}"></head><body><h1>Please wait a moment</h1><p>Very many people are here right now. This page tries again by itself.</p></body></html>
`

export type Asked = {
  readonly method: string
  readonly path: string
  /** The Accept header. */
  readonly accept: string | undefined
}

function refuse(asked: Asked, error: unknown): Response {
  const refusal = problemResponse(error, newId('req'))
  refusal.headers.set('x-content-type-options', 'nosniff')
  const isPage = !asked.path.startsWith('/api/') && asked.accept?.includes('text/html')
  if (!isPage) return refusal
  refusal.headers.set('content-type', 'text/html; charset=utf-8')
  refusal.headers.set('content-security-policy', "default-src 'none'")
  return new Response(asked.method === 'HEAD' ? null : busyPage, refusal)
}

/**
 * Lets so many reads run at the same time, and refuses what comes beyond them and their queue with 503 and
 * `Retry-After`, before the application sees it: a refusal must cost far less than an answer. What writes has no slot,
 * as its body may come as slowly as its sender likes; it is refused while the queue of the reads is full. The call by
 * which the process is watched always passes. Calls that a page makes while it is rendered do not come this way.
 * @param onRefused is called for each refusal
 */
export function openRequestLimiter(limits: Limits, onRefused: () => void) {
  const limiter = openLimiter(limits, { refuse: busy })
  const isFull = () => limiter.waiting >= (limits.queue ?? Number.POSITIVE_INFINITY)
  const refused = (asked: Asked, error: unknown) => {
    onRefused()
    return refuse(asked, error)
  }
  return async (asked: Asked, work: () => Response | Promise<Response>): Promise<Response> => {
    if (asked.path === '/api/health') return await work()
    if (asked.method !== 'GET' && asked.method !== 'HEAD')
      return isFull() ? refused(asked, busy()) : await work()
    let release: () => void
    try {
      release = await limiter.acquire({})
    } catch (error) {
      return refused(asked, error)
    }
    try {
      return await work()
    } finally {
      release()
    }
  }
}
