import { AppError } from '@freeor/kernel/errors'
import type { z } from 'zod'
import type { Auth } from '../auth.ts'
import {
  type Caller,
  requestEmailVerification,
  revokeOtherSessions,
  revokeOwnSession,
  signUp,
  verifyEmail,
} from '../credentials/commands.ts'
import { requestPasswordReset, resetPassword } from '../credentials/passwords/commands.ts'
import { listOwnSessions, requireLiveLink } from '../credentials/queries.ts'
import { findSession, type ResolvedSession } from '../queries.ts'
import {
  changePasswordInput,
  checkResetLinkInput,
  requestPasswordResetInput,
  resetPasswordInput,
  revokeSessionInput,
  type SessionAnswer,
  signInInput,
  signUpInput,
  verifyEmailInput,
} from '../schema.ts'
import { twoFactorSignInInput } from '../two-factor/schema.ts'
import { clientAddressHeader } from './better-auth.ts'
import { deviceMarkCookie, knownDevice } from './device-mark.ts'
import { changeOwnPassword, signIn, signOut } from './session-endpoints.ts'
import { signInWithCode } from './two-factor-sign-in.ts'

const mostBodyBytes = 16 * 1024
const slowestAnswerMs = 250

/** One request to a sign-in route, with the headers better-auth may see. */
export type AuthRequest = {
  readonly auth: Auth
  readonly headers: Headers
  readonly caller: Caller
  readonly body: unknown
}

export type AuthAnswer = { readonly body: unknown; readonly cookies?: readonly string[] }

type Route = (request: AuthRequest) => Promise<AuthAnswer>

/** Checks a body against its closed schema. @throws AppError invalid_request with the issues. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String), message }))
  throw new AppError('invalid_request', issues[0]?.message ?? 'That request is not right', {
    details: { issues },
  })
}

/** The live session. @throws AppError unauthenticated without one. */
export async function requireSession({ auth, headers }: AuthRequest): Promise<ResolvedSession> {
  const session = await findSession(auth, headers)
  if (!session) throw new AppError('unauthenticated', 'Please log in')
  return session
}

/** A session its owner signed in to: neither impersonated nor a short-lived token. @throws AppError forbidden */
export async function requireOwnSession(request: AuthRequest): Promise<ResolvedSession> {
  const session = await requireSession(request)
  if (session.actor.impersonatedBy || session.parentSessionId) {
    throw new AppError('forbidden', 'This needs a session you logged in to yourself')
  }
  return session
}

/**
 * Answers at the next quarter of a second after the start, so the few milliseconds that a known address takes more
 * than an unknown one cannot be seen.
 */
async function onTheBeat<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    const elapsed = performance.now() - startedAt
    const wait = Math.ceil(elapsed / slowestAnswerMs) * slowestAnswerMs - elapsed
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

const done: AuthAnswer = { body: { status: true } }

function sessionAnswer({ actor, expiresAt }: ResolvedSession): SessionAnswer {
  const { userId: id, email, name, emailVerified, superAdmin, sessionId, impersonatedBy = null } = actor
  return {
    user: { id, email, name, emailVerified, superAdmin },
    session: { id: sessionId, expiresAt: expiresAt.toISOString(), impersonatedBy },
  }
}

/** Everything there is under `/api/auth`. What is not named here does not exist. */
const routes: Record<string, Route> = {
  'POST /sign-up/email': ({ auth, body, caller }) => {
    const input = parseBody(signUpInput, body)
    return onTheBeat(async () => {
      await signUp(auth, input, caller)
      return done
    })
  },
  'POST /sign-in/email': (request) => signIn(request, parseBody(signInInput, request.body)),
  'POST /two-factor': (request) => signInWithCode(request, parseBody(twoFactorSignInInput, request.body)),
  'POST /sign-out': signOut,
  'GET /get-session': async ({ auth, headers }) => {
    const session = await findSession(auth, headers)
    return { body: session ? sessionAnswer(session) : null }
  },
  'POST /request-password-reset': ({ auth, headers, body, caller }) => {
    const { email } = parseBody(requestPasswordResetInput, body)
    return onTheBeat(async () => {
      await requestPasswordReset(auth, { email, device: knownDevice(auth, headers, email) }, caller)
      return done
    })
  },
  'POST /check-reset-link': async ({ auth, body }) => {
    await requireLiveLink(auth, 'reset-password', parseBody(checkResetLinkInput, body).token)
    return done
  },
  'POST /reset-password': async ({ auth, headers, body, caller }) => {
    const { email } = await resetPassword(auth, parseBody(resetPasswordInput, body), caller)
    // Whoever read the mail may sign in now, also while strangers use up the account's count.
    return { ...done, cookies: [deviceMarkCookie(auth, headers, email)] }
  },
  'POST /change-password': async (request) => {
    const { actor } = await requireOwnSession(request)
    return await changeOwnPassword(request, actor, parseBody(changePasswordInput, request.body))
  },
  'POST /send-verification-email': async (request) => {
    const { actor } = await requireOwnSession(request)
    await requestEmailVerification(request.auth, actor, request.caller)
    return done
  },
  'POST /verify-email': async ({ auth, body, caller }) => {
    await verifyEmail(auth, parseBody(verifyEmailInput, body).token, caller)
    return done
  },
  'GET /list-sessions': async (request) => {
    const { actor } = await requireOwnSession(request)
    return { body: await listOwnSessions(request.auth, actor) }
  },
  'POST /revoke-session': async (request) => {
    const { actor } = await requireOwnSession(request)
    await revokeOwnSession(request.auth, actor, parseBody(revokeSessionInput, request.body).id)
    return done
  },
  'POST /revoke-other-sessions': async (request) => {
    const { actor } = await requireOwnSession(request)
    await revokeOtherSessions(request.auth, actor)
    return done
  },
}

/** What somebody who impersonates may still call: nothing of credentials, sessions or mail. */
const whileImpersonating = new Set(['GET /get-session', 'POST /sign-out', 'POST /check-reset-link'])

async function requireAllowed(auth: Auth, headers: Headers, key: string): Promise<void> {
  if (whileImpersonating.has(key)) return
  const session = await findSession(auth, headers)
  if (session?.actor.impersonatedBy)
    throw new AppError('forbidden', 'This cannot be done while you act as somebody else', {
      details: { impersonating: true },
    })
}

async function readBody(request: Request): Promise<unknown> {
  if (request.method === 'GET') return undefined
  const text = await request.text()
  if (text.length > mostBodyBytes) throw new AppError('payload_too_large', 'That request is too large')
  if (text === '') return undefined
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    throw new AppError('bad_request', 'Please send JSON')
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('bad_request', 'That is not JSON', { cause })
  }
}

/** The site the request came to or from, if it is one of ours; links in mail never follow a foreign Host header. */
function siteOrigin(auth: Auth, request: Request): string {
  const origins = [auth.sites.leads, auth.sites.courses]
  const claimed = [request.headers.get('origin'), new URL(request.url).origin]
  return claimed.find((origin) => origin !== null && origins.includes(origin)) ?? auth.sites.leads
}

/** 405 for a path that other methods know, else 404. */
function noSuchRoute(path: string): AppError {
  const allow = Object.keys(routes)
    .filter((key) => key.endsWith(` ${path}`))
    .map((key) => key.slice(0, -path.length - 1))
    .join(', ')
  if (allow === '') return new AppError('not_found', 'There is nothing here')
  return new AppError('method_not_allowed', `Only ${allow} can be asked for here.`, { details: { allow } })
}

/**
 * Answers a request under `/api/auth`. `clientAddress` is the peer of the socket, or what a configured proxy says;
 * forwarding headers in the request itself are never read.
 * @throws AppError for every refusal; `details.retryAfter` holds seconds for rate_limited.
 */
export async function handleAuthRequest(
  auth: Auth,
  request: Request,
  clientAddress: string,
): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/api\/auth(?=\/)/, '')
  const key = `${request.method} ${path}`
  const route = Object.hasOwn(routes, key) ? routes[key] : undefined
  if (!route) throw noSuchRoute(path)
  const headers = new Headers(request.headers)
  headers.delete('x-forwarded-for')
  headers.set(clientAddressHeader, clientAddress)
  await requireAllowed(auth, headers, key)
  const caller: Caller = { address: clientAddress, origin: siteOrigin(auth, request) }
  const answer = await route({ auth, headers, caller, body: await readBody(request) })
  const response = Response.json(answer.body, { headers: { 'cache-control': 'no-store' } })
  for (const cookie of answer.cookies ?? []) response.headers.append('set-cookie', cookie)
  return response
}
