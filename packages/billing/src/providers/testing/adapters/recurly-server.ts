import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { errorAnswer } from '../recurly-answers.ts'
import { findRoute } from '../recurly-routes.ts'
import { type FakeSite, Refusal } from '../recurly-state.ts'

export type HttpAnswer = { status: number; body: unknown }

/** Without an answer it is still being worked on. */
type Stored = { at: Date; answer?: HttpAnswer }

export type RecurlyServer = {
  url: string
  /** The next write answers 500 and Recurly remembers that for its key, whether it was done or not. */
  breakNextWrite(when: 'before' | 'after'): void
  /** Keeps the next write waiting before it is done, from `reached` until `release()`. */
  holdNextWrite(): { reached: Promise<void>; release(): void }
  close(): Promise<void>
}

const HOUR_MS = 3_600_000
const failure: HttpAnswer = {
  status: 500,
  body: errorAnswer(new Refusal(500, 'internal_server_error', 'Something went wrong')),
}

/** Recurly's API as far as we call it, over HTTP on loopback, with its idempotency keys. */
export async function serveRecurly(site: FakeSite, apiKey: string): Promise<RecurlyServer> {
  const keys = new Map<string, Stored>()
  const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`
  let broken: 'before' | 'after' | undefined
  let held: { reach(): void; released: Promise<void> } | undefined

  const perform = async (method: string, url: URL, body: unknown): Promise<HttpAnswer> => {
    if (method === 'GET') return run(site, method, url, body)
    const [isBroken, hold] = [broken, held]
    broken = undefined
    held = undefined
    hold?.reach()
    await hold?.released
    if (isBroken === 'before') return failure
    const answer = run(site, method, url, body)
    return isBroken === 'after' ? failure : answer
  }

  const answerTo = async (request: IncomingMessage): Promise<HttpAnswer & { isReplay?: boolean }> => {
    const { method = 'GET', headers } = request
    if (headers.authorization !== authorization)
      return refused(new Refusal(401, 'unauthorized', 'The API key is not right'))
    const url = new URL(request.url ?? '/', 'http://fake')
    const raw = await text(request)
    const body: unknown = raw === '' ? undefined : JSON.parse(raw)
    const key = headers['idempotency-key']
    if (method === 'GET' || typeof key !== 'string') return perform(method, url, body)
    const id = `${method} ${url.pathname} ${key}`
    const stored = keys.get(id)
    if (stored && site.now.getTime() - stored.at.getTime() < HOUR_MS)
      return stored.answer ? { ...stored.answer, isReplay: true } : inFlight
    const working: Stored = { at: site.now }
    keys.set(id, working)
    working.answer = await perform(method, url, body)
    return working.answer
  }

  const server = createServer((request, response) => {
    answerTo(request).then(
      ({ status, body, isReplay }) => {
        response.writeHead(status, {
          'content-type': 'application/json; charset=utf-8',
          'x-request-id': 'fake-request',
          ...(isReplay && { 'idempotency-prior': 'true' }),
          ...(status === 409 && { 'recurly-should-retry': 'true', 'retry-after': '0' }),
        })
        response.end(body === undefined ? undefined : JSON.stringify(body))
      },
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    )
  })
  return {
    url: await listen(server),
    breakNextWrite: (when) => {
      broken = when
    },
    holdNextWrite: () => {
      const reached = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      held = { reach: reached.resolve, released: released.promise }
      return { reached: reached.promise, release: released.resolve }
    },
    close: () => shut(server),
  }
}

const inFlight: HttpAnswer = {
  status: 409,
  body: errorAnswer(new Refusal(409, 'simultaneous_request', 'This request is being worked on')),
}

const refused = (refusal: Refusal): HttpAnswer => ({ status: refusal.status, body: errorAnswer(refusal) })

function run(site: FakeSite, method: string, url: URL, body: unknown): HttpAnswer {
  try {
    const route = findRoute(method, url.pathname)
    if (!route) throw new Refusal(404, 'not_found', 'There is no such page')
    return route.answer({ site, params: route.params, path: url.pathname, query: url.searchParams, body })
  } catch (error) {
    if (error instanceof Refusal) return refused(error)
    throw error
  }
}

/** On loopback, on any free port. @returns its origin */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Closes it with the connections that are still open. */
export async function shut(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
}
