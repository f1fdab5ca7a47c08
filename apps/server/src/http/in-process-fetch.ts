import type { Caller } from '@freeor/accounts/ports'
import type { Context } from 'hono'
import type { Bindings, HttpEnv } from './env.ts'
import { previewHeader } from './preview-header.ts'

type Send = (request: Request, bindings: Bindings) => Response | Promise<Response>

/** An answer of the API that may be given again. */
type Kept = { readonly status: number; readonly headers: Headers; readonly body: ArrayBuffer }

/** What a page has read since it was asked for, or since it last wrote. */
type Reads = { caller: Promise<Caller | undefined> | undefined; readonly answers: Map<string, Promise<Kept>> }

const noReads = (): Reads => ({ caller: undefined, answers: new Map() })

/** The call is made as the page's visitor. One with credentials of its own is made as somebody else. */
const isTheVisitors = ({ headers }: Request) => !(headers.has('cookie') || headers.has('authorization'))

const keep = async (response: Response): Promise<Kept> => ({
  status: response.status,
  headers: response.headers,
  body: await response.arrayBuffer(),
})

/** A status without a body, such as 204, allows not even an empty one. */
const answerOf = ({ status, headers, body }: Kept) =>
  new Response(body.byteLength === 0 ? null : body, { status, headers })

/**
 * The API as the visitor of one page: their cookies, their address, their origin. The loaders of a page know nothing of
 * each other and ask the same things. So the session is looked up once for a page, and the same address is read once; a
 * call that writes ends what was known.
 */
export function inProcessFetch(send: Send, c: Context<HttpEnv>): typeof fetch {
  const { origin } = new URL(c.req.url)
  let isCounted = false
  let reads = noReads()
  const ask = async (request: Request, callerOnce: Bindings['callerOnce']) => {
    const bindings: Bindings = { clientAddress: c.get('clientAddress'), site: c.get('site'), isCounted }
    isCounted = true
    return await send(request, callerOnce ? { ...bindings, callerOnce } : bindings)
  }
  const write = async (request: Request) => {
    reads = noReads()
    try {
      return await ask(request, undefined)
    } finally {
      reads = noReads()
    }
  }
  const read = async (request: Request) => {
    const known = reads
    const callerOnce: Bindings['callerOnce'] = (find) => {
      known.caller ??= find()
      return known.caller
    }
    const kept = known.answers.get(request.url)
    if (kept !== undefined) return answerOf(await kept)
    const asked = ask(request, callerOnce).then(keep)
    known.answers.set(request.url, asked)
    return answerOf(await asked)
  }
  return async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input, origin), init)
    const isOwn = isTheVisitors(request)
    for (const name of ['cookie', 'host', 'user-agent', 'sec-gpc']) {
      const value = c.req.header(name)
      if (value !== undefined && !request.headers.has(name)) request.headers.set(name, value)
    }
    const preview = c.req.query('preview')
    if (preview !== undefined) request.headers.set(previewHeader, preview)
    if (request.method === 'GET') return isOwn ? await read(request) : await ask(request, undefined)
    request.headers.set('origin', c.req.header('origin') ?? origin)
    return await write(request)
  }
}
