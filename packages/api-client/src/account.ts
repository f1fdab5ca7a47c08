import { sentenceOf } from './client.ts'

/**
 * The account calls of a site's own forms. They are separate from the typed client because what counts in
 * their answers are the cookies, which a page action hands on to the browser.
 */
export type AccountCall = {
  fetch: typeof fetch
  /** Origin of the site whose page asks. */
  origin: string
}

export type AccountRefusal = {
  ok: false
  status: number
  message: string
  /** With a right password and a second step to come: what the step is sent with. */
  ticket?: string
}

export type AccountOutcome = { ok: true; cookies: string[] } | AccountRefusal

export type SignInOutcome = { ok: true; cookies: string[]; isProven: boolean } | AccountRefusal

async function refusalOf(response: Response): Promise<AccountRefusal> {
  const body: unknown = await response.json().catch(() => null)
  const problem = (body ?? {}) as Readonly<Record<string, unknown>>
  const { ticket } = problem
  const refusal = { ok: false as const, status: response.status, message: sentenceOf(problem) }
  return typeof ticket === 'string' ? { ...refusal, ticket } : refusal
}

async function send(call: AccountCall, path: string, body: unknown): Promise<Response> {
  return await call.fetch(`${call.origin}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: call.origin },
    body: JSON.stringify(body),
  })
}

async function outcomeOf(response: Response): Promise<AccountOutcome> {
  if (response.ok) return { ok: true, cookies: response.headers.getSetCookie() }
  return await refusalOf(response)
}

async function post(call: AccountCall, path: string, body: unknown): Promise<AccountOutcome> {
  return await outcomeOf(await send(call, path, body))
}

/** Signs in; the cookies of a success carry the session, and it says whether the address is proven. */
export async function signIn(
  call: AccountCall,
  login: { email: string; password: string },
): Promise<SignInOutcome> {
  const response = await send(call, 'sign-in/email', login)
  const outcome = await outcomeOf(response)
  if (!outcome.ok) return outcome
  const { user } = (await response.json()) as { user: { emailVerified: boolean } }
  return { ...outcome, isProven: user.emailVerified }
}

/** The second step of signing in: the ticket of the first with a code of the app, or a backup code. */
export function signInWithCode(
  call: AccountCall,
  step: { ticket: string; code: string },
): Promise<AccountOutcome> {
  return post(call, 'two-factor', step)
}

/** Signs in by a passkey, with what the browser gave; with a ticket, as the second step. */
export function signInWithPasskey(
  call: AccountCall,
  step: { credential: unknown; ticket?: string },
): Promise<AccountOutcome> {
  return post(call, 'passkey', step)
}

/** Sets another password; every other session ends, API keys when told, and the cookies carry the new one. */
export function changePassword(
  call: AccountCall,
  change: { currentPassword: string; newPassword: string; endApiKeys: boolean },
): Promise<AccountOutcome> {
  return post(call, 'change-password', change)
}

/** Asks for a new account; its name is made of the address there. Answers alike whether or not the address is known. */
export function signUp(
  call: AccountCall,
  login: { email: string; password: string },
): Promise<AccountOutcome> {
  return post(call, 'sign-up/email', login)
}

export function signOut(call: AccountCall): Promise<AccountOutcome> {
  return post(call, 'sign-out', {})
}

/** Mails a link to `/reset_password?token=…` when the address has an account; it leads on to `next` in the end. */
export function requestPasswordReset(
  call: AccountCall,
  request: { email: string; next?: string },
): Promise<AccountOutcome> {
  return post(call, 'request-password-reset', request)
}

/** Asks whether the link of a reset mail still works; 410 when it does not. The token goes in the body, never in an address. */
export function checkResetLink(call: AccountCall, token: string): Promise<AccountOutcome> {
  return post(call, 'check-reset-link', { token })
}

export function resetPassword(
  call: AccountCall,
  reset: { token: string; newPassword: string },
): Promise<AccountOutcome> {
  return post(call, 'reset-password', reset)
}

/** Headers that hand the session's cookies on to the browser. */
export function cookieHeaders(cookies: readonly string[]): Headers {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return headers
}
