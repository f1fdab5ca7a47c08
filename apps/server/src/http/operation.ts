import type { ApiKeyScope } from '@freeor/accounts/api-keys/schema'
import type { Right } from '@freeor/accounts/policy'
import type { Caller } from '@freeor/accounts/ports'
import type { Actor, UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { inputWords } from '@freeor/kernel/input-words'
import type { CompanyScope, SuperAdminScope } from '@freeor/kernel/scope'
import type { Site } from '@freeor/kernel/site'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Area } from './areas.ts'
import type { CookieAnswer } from './cookie-answer.ts'

/** Who may call: anyone; a signed-in person; a super admin who is not impersonating. */
export type Access = 'public' | 'user' | 'super_admin'

/**
 * What a super admin may do as somebody else: `read` without a trace, `allowed` with an audit row before it begins,
 * `refused` with 403.
 */
export type WhileImpersonating = 'read' | 'allowed' | 'refused'

type Shape = z.ZodObject | undefined
type Read<S> = S extends z.ZodType ? z.output<S> : undefined

export type Call<P extends Shape, Q extends Shape, B extends z.ZodType | undefined, D = Deps> = {
  params: Read<P>
  query: Read<Q>
  body: Read<B>
  request: Request
  requestId: string
  clientAddress: string
  /** The site whose address was called. */
  site: Site
  deps: D
  actor: Actor
  /** The signed-in person with the company they work in. */
  caller: Caller | undefined
  /** The signed-in person. @throws unauthenticated */
  user(): UserActor
  /** The API in process, as whoever made this call. Each call counts towards the limit of the client's address. */
  apiAsCaller: typeof fetch
  /** Proof that the person acts inside their company. @throws forbidden, unauthenticated */
  company(): Promise<CompanyScope>
  /** Proof of a super admin. @throws forbidden, unauthenticated */
  superAdmin(): SuperAdminScope
  /** Adds to the request's line in the log. Nothing that a person typed or holds. */
  tell(fields: Readonly<Record<string, unknown>>): void
}

/**
 * One endpoint: the contract that the OpenAPI document is made of, and its thin handler.
 * A handler answers the value of `answer`, also with cookies, or a whole `Response` where the body is not JSON.
 */
export type Operation<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  A extends z.ZodType | undefined = z.ZodType | undefined,
  D = Deps,
> = {
  id: string
  method: 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head'
  path: `/api/${string}`
  area: Area
  summary: string
  access: Access
  /** What the person's role must allow, in the table of `@freeor/accounts/policy`: 403 without it. Only with `user`. */
  right?: Right
  /** `read` for GET and HEAD and `refused` for every other unless told. */
  whileImpersonating?: WhileImpersonating
  /** The password must have been given again in this session, ten minutes ago at most. */
  reauthenticated?: true
  /**
   * The person's own address must be proven: for what spends leads, writes to others, goes on acting for the person when
   * they are away, or is certified of them.
   */
  provenAddress?: true
  /** May write when the disk is full: signing in and out, without which nobody could read. */
  worksOnFullDisk?: true
  /** Pages of other sites may read the answer, without cookies. Only for what is public and the same for everybody. */
  anyOrigin?: true
  /** The scope an API key must have; `any` for a call that does nothing by itself. Without one no key may call. */
  apiKeyScope?: ApiKeyScope | 'any'
  params?: P
  query?: Q
  body?: B
  /** The content type of a body that is not JSON: the handler reads it from the request. */
  consumes?: string
  /** 1 MiB unless told. */
  maxBodyBytes?: number
  /** The JSON answer's shape; undefined for files and empty answers. */
  answer?: A
  /** The content type when the answer is not JSON. */
  produces?: string
  status?: 200 | 201 | 202 | 204
  handle(
    call: Call<P, Q, B, D>,
  ): Promise<A extends z.ZodType ? z.input<A> | CookieAnswer<z.input<A>> | Response : Response>
}

/** An operation whose input types are known only to itself, as the router holds it. */
export type AnyOperation = Omit<Operation, 'handle'> & { handle(call: never): Promise<unknown> }

/** How a site, or what all of them share, defines an endpoint: `D` is what its handler may use. */
export const operationFor =
  <D>() =>
  <
    P extends Shape = undefined,
    Q extends Shape = undefined,
    B extends z.ZodType | undefined = undefined,
    A extends z.ZodType | undefined = undefined,
  >(
    definition: Operation<P, Q, B, A, D>,
  ): Operation<P, Q, B, A, D> =>
    definition

/** An endpoint that all sites share. */
export const operation = operationFor<Deps>()

/** @throws invalid_request naming each wrong field */
export function parseInput(schema: z.ZodType | undefined, input: unknown, place: string): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(input, { error: inputWords })
  if (parsed.success) return requireStorable(parsed.data, place)
  const errors = parsed.error.issues.map((issue) => ({
    path: [place, ...issue.path].join('.'),
    message: issue.message,
  }))
  throw new AppError(
    'invalid_request',
    `Please check ${errors.map((e) => `${e.path}: ${e.message}`).join('; ')}`,
    {
      details: { errors },
    },
  )
}

/**
 * PostgreSQL keeps no NUL in a text and no half of a surrogate pair in JSON, and says so only when the statement runs.
 * With a list of its own instead of recursion: a value may be as deep as the body is long.
 */
function requireStorable(value: unknown, place: string): unknown {
  const waiting: [value: unknown, place: string][] = [[value, place]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [one, at] = next
    if (typeof one === 'string' && one.includes('\0'))
      throw new AppError('invalid_request', `Please check ${at}: a text may hold no NUL character`)
    if (typeof one === 'string' && !one.isWellFormed())
      throw new AppError('invalid_request', `Please check ${at}: the text holds a broken character`)
    if (typeof one === 'object' && one !== null)
      for (const [key, member] of Object.entries(one)) waiting.push([member, `${at}.${key}`.slice(0, 200)])
  }
  return value
}
