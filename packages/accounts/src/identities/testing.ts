import type { UserActor } from '@freeor/kernel/actor'
import { type IssuerAccount, type OpenIdIssuer, openIssuer } from '@freeor/testing/openid-issuer'
import { afterAll, beforeAll } from 'vitest'
import type { AnswerWithCookies, Auth } from '../ports.ts'
import { resolveActor } from '../sessions/queries.ts'
import { beginIdentitySignIn, type IdentitySignIn } from '../sign-in/with-identity.ts'
import type { Fixture } from '../testing.ts'
import { openIdProvider } from './adapters/openid-provider.ts'
import { beginIdentityLink, finishIdentityRequest } from './commands.ts'
import type { FinishedIdentity } from './schema.ts'

export const origin = 'http://localhost:3000'
export const requester = { address: '192.0.2.1', origin, headers: new Headers() }

/** A browser that was sent to the issuer: where it goes, and the cookie it has meanwhile. */
export type Sent = { readonly url: string; readonly cookie: string }

/** What it comes back with. */
export type Return = {
  readonly sent: Sent
  /** The query string. */
  readonly parameters: string
  readonly actor?: UserActor | undefined
  readonly providerId?: string
}

export const sentBy = ({ body, cookies }: AnswerWithCookies<{ url: string }>): Sent => ({
  url: body.url,
  cookie: cookies.map((one) => one.split(';')[0]).join('; '),
})

export const cookieOf = ({ cookies }: AnswerWithCookies<unknown>): string =>
  cookies.map((one) => one.split(';')[0]).join('; ')

/** Finishes a request as the server does for the browser that comes back. */
export async function comeBack(
  auth: Auth,
  { sent, parameters, actor, providerId = 'acme' }: Return,
): Promise<AnswerWithCookies<FinishedIdentity>> {
  const headers = new Headers({ cookie: sent.cookie })
  const end = { providerId, parameters, actor, requireRoom: () => undefined }
  return await finishIdentityRequest(auth, { ...requester, headers }, end)
}

/** A real issuer for the test file that calls this, and what people do with it on the accounts of each test. */
export function identitySteps(fixture: () => Pick<Fixture, 'system' | 'number'>) {
  let opened: OpenIdIssuer | undefined
  const issuer = () => {
    if (!opened) throw new Error('The issuer runs from the first test on')
    return opened
  }
  beforeAll(async () => {
    opened = await openIssuer({ redirectUris: [`${origin}/login/acme`, `${origin}/login/zenith`] })
  })
  afterAll(async () => await opened?.stop())

  /** The same issuer is behind two providers, `acme` and `zenith`. */
  const auth = (): Auth => {
    const { url, clientId, clientSecret } = issuer()
    const settings = { issuer: url, clientId, clientSecret }
    const identityProviders = ['acme', 'zenith'].map((id) =>
      openIdProvider({ id, label: id === 'acme' ? 'Acme' : 'Zenith', ...settings }),
    )
    return { ...fixture().system.auth, identityProviders }
  }

  /** Somebody at the issuer, with a proven address there unless told. Gives the subject. */
  function addAccount(claims: IssuerAccount): string {
    const subject = `subject-${fixture().number}-${issuer().people.size}`
    issuer().people.set(subject, { email_verified: true, name: 'Ada', ...claims })
    return subject
  }

  const begin = async (asked: Partial<IdentitySignIn> = {}): Promise<Sent> =>
    sentBy(await beginIdentitySignIn(auth(), requester, { providerId: 'acme', ...asked }))

  /** Logs in at the issuer as that account. */
  async function through(sent: Sent, subject: string): Promise<Return> {
    const back = await issuer().logIn(sent.url, subject)
    return { sent, parameters: back.search }
  }

  async function signIn(subject: string, asked: Partial<IdentitySignIn> = {}) {
    return await comeBack(auth(), await through(await begin(asked), subject))
  }

  async function actorOf(cookie: string): Promise<UserActor> {
    const actor = await resolveActor(fixture().system.auth, new Headers({ cookie }))
    if (actor.kind !== 'user') throw new Error('Nobody')
    return actor
  }

  async function link(actor: UserActor, subject: string) {
    const sent = sentBy(await beginIdentityLink(auth(), actor, requester, { providerId: 'acme' }))
    return await comeBack(auth(), { ...(await through(sent, subject)), actor })
  }

  return { issuer, auth, addAccount, begin, through, signIn, actorOf, link }
}

/** The fixture's person, signed up with a password, with a proven address unless told. */
export async function signUpWithPassword(
  fixture: Fixture,
  { isProven = true } = {},
): Promise<{ actor: UserActor; cookie: string }> {
  const { cookie, userId } = await fixture.signedIn()
  if (isProven) await fixture.prove(userId)
  const actor = await resolveActor(fixture.system.auth, new Headers({ cookie }))
  if (actor.kind !== 'user') throw new Error('Nobody')
  return { actor, cookie }
}
