import { setTimeout as wait } from 'node:timers/promises'
import { HttpAdapter, HttpResponse } from 'recurly/lib/recurly/HttpAdapter.js'

export type RecurlyTransport = {
  /** Replaces Recurly's origin. Only tests set it; production has no way to do so. */
  readonly origin?: string
  /** A request that is not answered completely within this time is given up. */
  readonly readMs: number
  readonly writeMs: number
}

/** Recurly stores the answer to a key for an hour, also a 5xx: until then this key gets no other answer. */
export class ReplayedFailure extends Error {}

const SENDINGS = 3
const LONGEST_WAIT_MS = 2000

/**
 * Carries one call of Recurly's client. The client's own adapter is refused: it sends a write again after a
 * connection reset, with or without an idempotency key, and limits only the silence between two bytes.
 */
export class RecurlyHttp extends HttpAdapter {
  readonly #transport: RecurlyTransport
  readonly #idempotencyKey: string | undefined

  constructor(transport: RecurlyTransport, idempotencyKey?: string) {
    super()
    this.#transport = transport
    this.#idempotencyKey = idempotencyKey
  }

  override async execute(method: string, url: string, headers: Record<string, string>, body: string | null) {
    const { origin, readMs, writeMs } = this.#transport
    const isRead = method === 'GET' || method === 'HEAD'
    const key = isRead ? undefined : this.#idempotencyKey
    const target = origin ? url.replace(/^https:\/\/[^/]+/, origin) : url
    const signal = AbortSignal.timeout(isRead ? readMs : writeMs)
    const request: RequestInit = {
      method,
      headers: { ...headers, ...(key && { 'idempotency-key': key }) },
      body,
      redirect: 'error',
      signal,
    }
    for (let sending = 1; ; sending += 1) {
      const mayRepeat = (isRead || key !== undefined) && sending < SENDINGS
      const answer = await fetch(target, request).then(readWhole).then(requireRecurlys).catch(asBroken)
      signal.throwIfAborted()
      if ('broken' in answer) {
        if (!mayRepeat) throw answer.broken
        continue
      }
      const { status, headers: answered } = answer
      if (status >= 500 && answered.get('idempotency-prior') === 'true')
        throw new ReplayedFailure('Recurly repeats a failure')
      if (!mayRepeat || !isWorthRepeating(isRead, answer))
        return new HttpResponse(status, Object.fromEntries(answered), answer.text)
      await wait(waitMs(answered), undefined, { signal })
    }
  }
}

type Answer = { status: number; headers: Headers; text: string }

const readWhole = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
})

/**
 * A page of whatever stands between Recurly and us is no answer: its 404 would say that a subscription is not there, or
 * no card. So is an answer that should say something and is empty.
 */
function requireRecurlys(answer: Answer): Answer {
  const { status, headers, text } = answer
  // A 5xx is a failure, whoever sent it.
  if (status === 204 || status >= 500) return answer
  const isJson = /\bjson\b/i.test(headers.get('content-type') ?? '')
  if (!isJson || text.trim() === '') throw new Error(`No answer of Recurly, with status ${status}`)
  return answer
}

const asBroken = (broken: unknown): { broken: unknown } => ({ broken })

/** 409 with this header: the same key is still being worked on. A 5xx is repeated only for a read. */
const isWorthRepeating = (isRead: boolean, { status, headers }: Answer): boolean =>
  (isRead && status >= 500) || (status === 409 && headers.get('recurly-should-retry') === 'true')

const waitMs = (headers: Headers): number =>
  Math.min(Number(headers.get('retry-after') ?? 0) * 1000 || 0, LONGEST_WAIT_MS)
