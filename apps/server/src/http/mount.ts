import { addressNotProven } from '@freeor/accounts/credentials/passwords/queries'
import { requireRight } from '@freeor/accounts/policy'
import { proveCallerScope, proveSuperAdminScope } from '@freeor/accounts/scope'
import { requireReauthenticated } from '@freeor/accounts/sessions/commands'
import { AppError } from '@freeor/kernel/errors'
import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { noRoom } from '../disk-room.ts'
import { BrokenContract, holdToContract, requireContract } from './answer-contract.ts'
import { requireKeyScope } from './api-key-scope.ts'
import { CookieAnswer } from './cookie-answer.ts'
import type { HttpEnv } from './env.ts'
import { audited, requireAllowedImpersonation, whileImpersonating } from './impersonated.ts'
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
  const announced = request.headers.get('content-length')
  if (Number(announced ?? 0) > maxBytes) throw tooLarge(maxBytes)
  // Node's parser lets a body have no more bytes than were announced.
  if (announced && !request.headers.has('transfer-encoding')) return await request.text()
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

/** These say who calls, and where their forms come from. */
const callersHeaders = ['authorization', 'cookie', 'host', 'origin', 'user-agent']

const apiAsCaller =
  (app: Hono<HttpEnv>, c: Context<HttpEnv>): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    for (const name of callersHeaders) {
      const value = c.req.header(name)
      if (value !== undefined) request.headers.set(name, value)
    }
    return await app.fetch(request, { clientAddress: c.get('clientAddress'), site: c.get('site') })
  }

function makeCall(
  c: Context<HttpEnv>,
  app: Hono<HttpEnv>,
  deps: Deps,
): Omit<Call<undefined, undefined, undefined>, 'params' | 'query' | 'body'> {
  const caller = c.get('caller')
  const signedIn = () => {
    if (caller) return caller
    throw new AppError('unauthenticated', 'Please log in first.')
  }
  return {
    request: c.req.raw,
    requestId: c.get('requestId'),
    clientAddress: c.get('clientAddress'),
    site: c.get('site'),
    deps,
    actor: c.get('actor'),
    caller,
    apiAsCaller: apiAsCaller(app, c),
    user: () => signedIn().actor,
    company: async () => proveCallerScope(signedIn()),
    superAdmin: () => proveSuperAdminScope(signedIn().actor),
    tell: (fields) => c.set('told', fields),
  }
}

/** With its length, by which short answers are known as not worth compressing. */
function jsonAnswer(answer: unknown, status: number): Response {
  const text = JSON.stringify(answer)
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
  }
  return new Response(text, { status, headers })
}

export type Mounting = {
  /** An answer that does not fit its contract is an error, as in tests and development. */
  readonly requiresContracts: boolean
  /** Called with an answer that does not fit but is sent anyway. */
  readonly onBrokenContract: (broken: BrokenContract, c: Context<HttpEnv>) => void
}

/** Serves an operation: gate first, then input, then the handler; its answer is held to the contract. */
export function mountOperation(
  app: Hono<HttpEnv>,
  operation: AnyOperation,
  deps: Deps,
  { requiresContracts, onBrokenContract }: Mounting,
): void {
  const hold = (answer: unknown, c: Context<HttpEnv>): unknown => {
    if (requiresContracts) return requireContract(operation, answer)
    const held = holdToContract(operation, answer)
    if (held.misfit) onBrokenContract(new BrokenContract(held.misfit), c)
    return held.answer
  }
  const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1')
  if (operation.anyOrigin)
    app.use(path, async (c, next) => {
      await next()
      c.res.headers.set('access-control-allow-origin', '*')
    })
  const isHead = operation.method === 'head'
  // Hono looks for the handler of a HEAD among those of GET.
  app.on(isHead ? 'GET' : operation.method.toUpperCase(), path, async (c, next) => {
    if (isHead && c.req.raw.method !== 'HEAD') return await next()
    c.set('operation', operation.id)
    const base = makeCall(c, app, deps)
    if (operation.access === 'user') base.user()
    if (operation.access === 'super_admin') base.superAdmin()
    if (base.caller) requireAllowedImpersonation(operation, base.caller.actor)
    if (base.caller) requireKeyScope(operation, base.caller.actor)
    if (operation.right) requireRight(await base.company(), operation.right)
    if (operation.provenAddress && !base.user().emailVerified) throw addressNotProven()
    if (operation.reauthenticated) requireReauthenticated(base.user(), deps.clock.now())
    if (deps.room.isLow() && whileImpersonating(operation) !== 'read' && !operation.worksOnFullDisk)
      throw noRoom()
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
    const handle = async () => {
      const answer = await operation.handle(call as never)
      if (answer instanceof Response) return answer
      const { body, cookies } =
        answer instanceof CookieAnswer ? answer : new CookieAnswer({ body: answer, cookies: [] })
      const response = jsonAnswer(hold(body, c), operation.status ?? 200)
      for (const cookie of cookies) response.headers.append('set-cookie', cookie)
      return response
    }
    const actor = base.caller?.actor
    if (!actor?.impersonatedBy || whileImpersonating(operation) !== 'allowed') return await handle()
    return await audited(operation, { ...base, actor, path: c.req.path }, handle)
  })
}
