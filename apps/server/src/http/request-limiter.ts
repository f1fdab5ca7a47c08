import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import { type Limits, openLimiter } from '@freeor/kernel/limiter'
import { searchPath } from '../api/search/search-path.ts'
import { healthPath } from '../health/health-messages.ts'
import { type WrittenProblem, writeProblem } from './problem.ts'

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

function refusalOf({ method, path, accept }: Asked): WrittenProblem {
  const { status, headers, body: problem } = writeProblem(busy(), newId('req'))
  const isPage = !path.startsWith('/api/') && accept?.includes('text/html')
  const body = isPage ? busyPage : problem
  const ofPage = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
  }
  const all = { ...headers, 'x-content-type-options': 'nosniff', ...(isPage && ofPage) }
  return {
    status,
    headers: { ...all, 'content-length': String(Buffer.byteLength(body)) },
    body: method === 'HEAD' ? '' : body,
  }
}

const isWatching = ({ path }: Asked): boolean => path === healthPath

/** Searches come as POST and cost the most: if they were counted as writes, there would be little room for a learner's click. */
type Kind = 'read' | 'search' | 'write'

function kindOf({ method, path }: Asked): Kind {
  if (method === 'GET' || method === 'HEAD') return 'read'
  return method === 'POST' && path.startsWith(searchPath) ? 'search' : 'write'
}

/** What is left of a body must be read before the next request of its connection. A longer one ends with the connection. */
const SHORT_BODY = 64 * 1024

const isShort = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SHORT_BODY

export type RequestLimits = {
  readonly reads: Limits
  /**
   * What writes is not limited. But while the queue of the reads is full, no more than this run at the same time, and as many
   * searches.
   */
  readonly writesWhenFull: number
}

export type RequestLimiter = {
  /**
   * Refuses what there is no room for in the queue either. It is written as it is: by way of a Response it would cost twice as much.
   * @returns whether the request was refused
   */
  refuse(asked: Asked, response: ServerResponse): boolean
  /** Does the work as soon as the limits allow it, or gives the refusal. */
  run(asked: Asked, work: () => Response | Promise<Response>): Promise<Response>
}

/**
 * Lets so many reads run at the same time, and refuses what comes beyond them and their queue with 503 and
 * `Retry-After`, before the application sees it: a refusal must cost far less than an answer. What writes has no slot,
 * as its body may come as slowly as its sender likes; only a few run while the queue of the reads is full. The call by
 * which the process is watched always passes. Calls that a page makes while it is rendered do not come this way.
 * @param onRefused is called for each refusal
 */
export function openRequestLimiter(
  { reads, writesWhenFull }: RequestLimits,
  onRefused: () => void,
): RequestLimiter {
  const limiter = openLimiter(reads, { refuse: busy })
  const isFull = () => limiter.waiting >= (reads.queue ?? Number.POSITIVE_INFINITY)
  const running = { search: 0, write: 0 }
  const hasRoom = (kind: Kind) => !isFull() || (kind !== 'read' && running[kind] < writesWhenFull)
  return {
    refuse(asked, response) {
      if (isWatching(asked) || hasRoom(kindOf(asked))) return false
      onRefused()
      const { status, headers, body } = refusalOf(asked)
      if (!isShort(response.req)) response.shouldKeepAlive = false
      response.writeHead(status, headers).end(body)
      return true
    },
    async run(asked, work) {
      if (isWatching(asked)) return await work()
      const kind = kindOf(asked)
      if (kind !== 'read') {
        running[kind] += 1
        try {
          return await work()
        } finally {
          running[kind] -= 1
        }
      }
      let release: () => void
      try {
        release = await limiter.acquire({})
      } catch {
        onRefused()
        const { body, ...init } = refusalOf(asked)
        return new Response(body === '' ? null : body, init)
      }
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
