import { proveCompanyScope, proveOperatorScope } from '@freeor/accounts/scope'
import { anonymous } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import type { HttpEnv } from './env.ts'
import { type AnyOperation, type Call, parseInput } from './operation.ts'

const MAX_BODY_BYTES = 1024 * 1024

async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw new AppError('bad_request', 'Please send JSON, with content-type: application/json.')
  const text = await readLimited(request, maxBytes)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('bad_request', 'The body is not valid JSON.', { cause })
  }
}

async function readLimited(request: Request, maxBytes: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const tooLarge = (maxBytes: number) =>
  new AppError('payload_too_large', `This request may hold at most ${Math.floor(maxBytes / 1024)} KB.`)

/** `a=1&a=2` reads as a list, `a=1` as one value. */
function readQuery(url: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  const params = new URL(url).searchParams
  for (const key of new Set(params.keys())) {
    const values = params.getAll(key)
    query[key] = values.length === 1 ? (values[0] ?? '') : values
  }
  return query
}

function makeCall(
  c: Context<HttpEnv>,
  deps: Deps,
): Omit<Call<undefined, undefined, undefined>, 'params' | 'query' | 'body'> {
  const actor = c.get('actor') ?? anonymous
  const user = () => {
    if (actor.kind === 'user') return actor
    throw new AppError('unauthenticated', 'Please log in first.')
  }
  return {
    request: c.req.raw,
    requestId: c.get('requestId'),
    clientAddress: c.get('clientAddress'),
    deps,
    actor,
    user,
    company: () => proveCompanyScope(deps.db, user()),
    operator: () => proveOperatorScope(user()),
  }
}

/** Serves an operation: gate first, then input, then the handler. */
export function mountOperation(app: Hono<HttpEnv>, operation: AnyOperation, deps: Deps): void {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1')
  app.on(operation.method.toUpperCase(), path, async (c) => {
    const base = makeCall(c, deps)
    if (operation.access === 'user') base.user()
    if (operation.access === 'operator') base.operator()
    const call = {
      ...base,
      params: parseInput(operation.params, c.req.param(), 'path'),
      query: parseInput(operation.query, readQuery(c.req.url), 'query'),
      body: operation.body
        ? parseInput(
            operation.body,
            await readJson(c.req.raw, operation.maxBodyBytes ?? MAX_BODY_BYTES),
            'body',
          )
        : undefined,
    }
    const answer = await operation.handle(call as never)
    if (answer instanceof Response) return answer
    return c.json(answer as object, operation.status === 201 ? 201 : operation.status === 202 ? 202 : 200, {
      'cache-control': 'no-store',
    })
  })
}
