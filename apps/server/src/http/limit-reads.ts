import { AppError } from '@freeor/kernel/errors'
import { type Limits, openLimiter } from '@freeor/kernel/limiter'
import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from './env.ts'
import { problemResponse } from './problem.ts'

const RETRY_AFTER_SECONDS = 2

const busy = () =>
  new AppError('unavailable', 'Very many people are here right now. Please try again in a moment.', {
    details: { retryAfter: RETRY_AFTER_SECONDS },
  })

/** The browser asks again by itself. */
const busyPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Please wait a moment</title><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}"></head><body><h1>Please wait a moment</h1><p>Very many people are here right now. This page tries again by itself.</p></body></html>
`

/**
 * Lets so many reads run at the same time and refuses the rest with 503 and `Retry-After`. Neither the call by which the
 * process is watched, nor what a page asks for while it is rendered, which would wait for the page itself. A refusal is
 * not thrown: it is no failure that the log should explain a thousand times a second.
 */
export function limitReads(limits: Limits): MiddlewareHandler<HttpEnv> {
  const limiter = openLimiter(limits, { refuse: busy })
  return async (c, next) => {
    const { method, path } = c.req
    const isRead = method === 'GET' || method === 'HEAD'
    if (!isRead || c.env?.isOfPage || path === '/api/health') return await next()
    const release = await limiter.acquire({}).catch((error: AppError) => error)
    if (release instanceof AppError) {
      const refusal = problemResponse(release, c.get('requestId'))
      if (path.startsWith('/api/') || !c.req.header('accept')?.includes('text/html')) return refusal
      refusal.headers.set('content-type', 'text/html; charset=utf-8')
      return new Response(busyPage, refusal)
    }
    try {
      return await next()
    } finally {
      release()
    }
  }
}
