import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'
import { issuerStorage } from './issuer-storage.ts'

/** What the issuer says about one of its accounts. */
export type IssuerAccount = {
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

export type OpenIdIssuer = {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** Its accounts by their subject; a test adds and changes them. */
  readonly people: Map<string, IssuerAccount>
  /** Logs in as a browser does, one that has been there before or a new one. Gives the address it is sent back to. */
  logIn(authorizationUrl: string, subject: string, browser?: IssuerBrowser): Promise<URL>
  stop(): Promise<void>
}

/** The issuer's cookies in a browser. */
export type IssuerBrowser = Map<string, string>

export type IssuerOptions = {
  /** Read when the first browser comes: a server may know its own address only after the issuer has started. */
  readonly redirectUris: readonly string[]
  /** Puts the address into the ID token too, as Google does; otherwise only when it is requested. */
  readonly tellsAtOnce?: boolean
}

const clientId = 'freeor'
const clientSecret = 'a secret that the issuer gave'
const scope = 'openid email profile'

function configurationOf(people: OpenIdIssuer['people'], options: IssuerOptions): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    adapter: issuerStorage(),
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [...options.redirectUris] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !options.tellsAtOnce,
    cookies: { keys: [randomBytes(16).toString('hex')] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, subject) =>
      people.has(subject)
        ? { accountId: subject, claims: () => ({ sub: subject, ...people.get(subject) }) }
        : undefined,
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  }
}

const page = `<!doctype html><html lang="en"><title>Issuer</title><link rel="icon" href="data:,"><main><h1>Log in at the issuer</h1>
<form method="post"><label>Account <input name="subject"></label>
<button name="answer" value="go">Go on</button> <button name="answer" value="stop">Cancel</button></form></main></html>`

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) text += chunk
  return new URLSearchParams(text)
}

/** The issuer's own page: log-in and consent. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(page)
    return
  }
  const form = await readForm(request)
  const subject = form.get('subject') ?? ''
  if (form.get('answer') === 'stop') {
    await provider.interactionFinished(request, response, { error: 'access_denied' })
    return
  }
  const grant = new provider.Grant({ accountId: subject, clientId })
  grant.addOIDCScope(scope)
  const result = { login: { accountId: subject }, consent: { grantId: await grant.save() } }
  await provider.interactionFinished(request, response, result)
}

type Answering = (request: IncomingMessage, response: ServerResponse) => Promise<void>

function answeringOf(provider: Provider): Answering {
  const answer = provider.callback()
  return async (request, response) => {
    const isOwnPage = request.url?.startsWith('/interaction/')
    await (isOwnPage ? interact(provider, request, response) : answer(request, response))
  }
}

/** An OpenID Connect issuer (a certified implementation), on a port of its own. */
export async function openIssuer(options: IssuerOptions): Promise<OpenIdIssuer> {
  const people: OpenIdIssuer['people'] = new Map()
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let made: Answering | undefined
  server.on('request', (request, response) => {
    made ??= answeringOf(new Provider(url, configurationOf(people, options)))
    void made(request, response)
  })
  return {
    ...{ url, clientId, clientSecret, people },
    logIn: (authorizationUrl, subject, browser = new Map()) =>
      logIn(url, { authorizationUrl, subject, browser }),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type LogIn = {
  readonly authorizationUrl: string
  readonly subject: string
  readonly browser: IssuerBrowser
}

const mostSteps = 10

async function logIn(issuer: string, { authorizationUrl, subject, browser }: LogIn): Promise<URL> {
  let at = new URL(authorizationUrl)
  for (let step = 0; step < mostSteps; step++) {
    if (at.origin !== issuer) return at
    const isForm = at.pathname.startsWith('/interaction/')
    const response = await fetch(at, {
      method: isForm ? 'POST' : 'GET',
      ...(isForm && { body: new URLSearchParams({ subject, answer: 'go' }) }),
      headers: { cookie: [...browser].map((pair) => pair.join('=')).join('; ') },
      redirect: 'manual',
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? []
      browser.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`The issuer answered ${response.status}: ${await response.text()}`)
    at = new URL(location, at)
  }
  throw new Error('The issuer leads in a circle')
}
