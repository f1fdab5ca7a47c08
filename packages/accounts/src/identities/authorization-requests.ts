import { AppError } from '@freeor/kernel/errors'
import { newId, newSecret } from '@freeor/kernel/ids'
import { and, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import type { Auth, Requester, SessionRequest } from '../ports.ts'
import { readCookie, setCookie } from '../sessions/cookies.ts'
import { deriveSecret, hashLinkToken } from '../signed-values.ts'
import { verifications } from '../tables.ts'
import type { IdentityProvider, ProvenIdentity, RequestSecrets } from './ports.ts'

const cookieName = 'freeor.identity'
const lifeSeconds = 10 * 60

/**
 * Why a user is sent to a provider: to sign in or up, to link their identity there, or to re-authenticate. The last two
 * belong to one session.
 */
const identityRequest = z.object({
  purpose: z.enum(['sign-in', 'link', 'again']),
  providerId: z.string(),
  next: z.string().optional(),
  invitation: z.string().optional(),
  userId: z.string().optional(),
  sessionId: z.string().optional(),
  /** In milliseconds. */
  startedAt: z.number(),
})

export type IdentityRequest = z.output<typeof identityRequest>

/** The provider of that id. @throws AppError not_found */
export function getProvider({ identityProviders }: Auth, providerId: string): IdentityProvider {
  const found = identityProviders.find(({ id }) => id === providerId)
  if (!found) throw new AppError('not_found', 'There is no such way to log in here.')
  return found
}

/** Each provider has a redirect address of its own, so that one cannot pass for another (RFC 9700, 4.4.2). */
const redirectUri = (origin: string, providerId: string): string => `${origin}/login/${providerId}`

/**
 * What binds an answer to a request: the state, which goes through the provider, and the browser's cookie, which holds
 * the request and a secret. Neither is of any use without the other. The nonce and PKCE's verifier are derived from
 * both.
 */
function secretsOf({ secret }: Auth, cookie: string, state: string): RequestSecrets {
  const both = JSON.stringify([cookie, state])
  return {
    state,
    nonce: deriveSecret(secret, 'identity-nonce', both),
    verifier: deriveSecret(secret, 'identity-verifier', both),
  }
}

const identifierOf = (cookie: string, state: string): string =>
  `identity:${hashLinkToken(JSON.stringify([cookie, state]))}`

/** Begins a request, for ten minutes in this browser. A later one replaces it. */
export async function beginRequest(
  auth: Auth,
  { origin }: Pick<Requester, 'origin'>,
  asked: Omit<IdentityRequest, 'startedAt'>,
): Promise<{ body: { url: string }; cookies: readonly string[] }> {
  const provider = getProvider(auth, asked.providerId)
  const now = auth.clock.now()
  const request: IdentityRequest = { ...asked, startedAt: now.getTime() }
  const cookie = `${newSecret()}.${Buffer.from(JSON.stringify(request)).toString('base64url')}`
  const state = newSecret()
  // Before anything is stored: the provider may be out of reach.
  const url = await provider.authorizationUrl({
    ...secretsOf(auth, cookie, state),
    redirectUri: redirectUri(origin, provider.id),
    isAgain: asked.purpose === 'again',
  })
  await auth.db.insert(verifications).values({
    id: newId('ver'),
    identifier: identifierOf(cookie, state),
    value: asked.userId ?? '',
    expiresAt: new Date(now.getTime() + lifeSeconds * 1000),
    createdAt: now,
    updatedAt: now,
  })
  return { body: { url }, cookies: [setCookie(auth, cookieName, { value: cookie, maxAge: lifeSeconds })] }
}

/** Clears the browser's cookie: no request is open any more. */
export const endRequestCookie = (auth: Auth): string => setCookie(auth, cookieName, { value: '', maxAge: 0 })

export type FinishedRequest = { readonly request: IdentityRequest; readonly identity: ProvenIdentity }

/**
 * The request that a browser comes back from, and who the provider says the user is. The request is used up, also by an
 * answer that does not fit.
 * @throws AppError gone for a request that is over, used, of another browser or of another provider; whatever
 *   `readIdentity` throws
 */
export async function finishRequest(
  auth: Auth,
  { headers, origin }: Pick<Requester & SessionRequest, 'headers' | 'origin'>,
  { providerId, parameters }: { readonly providerId: string; readonly parameters: string },
): Promise<FinishedRequest> {
  const provider = getProvider(auth, providerId)
  const cookie = readCookie(auth, headers.get('cookie'), cookieName) ?? ''
  const state = new URLSearchParams(parameters).get('state') ?? ''
  const request = readRequest(cookie)
  if (!(await spend(auth, cookie, state)) || request?.providerId !== provider.id) throw requestIsOver()
  const identity = await provider.readIdentity({
    ...secretsOf(auth, cookie, state),
    redirectUri: redirectUri(origin, provider.id),
    isAgain: request.purpose === 'again',
    parameters,
  })
  return { request, identity }
}

function readRequest(cookie: string): IdentityRequest | undefined {
  try {
    const text = Buffer.from(cookie.split('.')[1] ?? '', 'base64url').toString('utf8')
    return identityRequest.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Takes the request, once. The identifier covers the whole cookie, so a changed one finds nothing. */
async function spend({ db, clock }: Auth, cookie: string, state: string): Promise<boolean> {
  const isIt = eq(verifications.identifier, identifierOf(cookie, state))
  const isLive = and(isIt, gt(verifications.expiresAt, clock.now()))
  return (await db.delete(verifications).where(isLive).returning({ id: verifications.id })).length > 0
}

export const requestIsOver = () =>
  new AppError('gone', 'That took too long, or was begun in another window. Please try again.')
