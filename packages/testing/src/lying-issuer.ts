import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What is wrong with the next answers. */
export type Lies = {
  /** Members that are wrong in the ID token. */
  claims?: Record<string, unknown>
  /** Signed with a key that is not the issuer's. */
  hasForeignKey?: boolean
  /** This many extra bytes in each answer. */
  padding?: number
  /** Answers with an error of the server. */
  isBroken?: boolean
}

export type LyingIssuer = {
  readonly url: string
  readonly clientId: string
  lies: Lies
  /** How often its description was read. */
  readonly readings: () => number
  /** The nonce of its next token, and the subject. */
  next: { nonce: string; subject: string; email: string }
  stop(): Promise<void>
}

const clientId = 'freeor'
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function tokenOf({ url, next, lies }: LyingIssuer, key: KeyObject): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    ...{ iss: url, aud: clientId, sub: next.subject, nonce: next.nonce, iat: now, exp: now + 300 },
    ...{ email: next.email, email_verified: true, auth_time: now },
    ...lies.claims,
  }
  const body = `${encode({ alg: 'RS256', kid: 'one' })}.${encode(claims)}`
  return `${body}.${sign('RSA-SHA256', Buffer.from(body), key).toString('base64url')}`
}

/**
 * An issuer that says what a test wants, also what no honest one would. The test itself takes the place of its log-in
 * page.
 */
export async function openLyingIssuer(): Promise<LyingIssuer> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let readings = 0
  const issuer: LyingIssuer = {
    ...{ url, clientId, lies: {}, readings: () => readings },
    next: { nonce: '', subject: '', email: '' },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const answers: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': () => {
      readings += 1
      return {
        ...{ issuer: url, authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` },
        ...{ jwks_uri: `${url}/jwks`, authorization_response_iss_parameter_supported: true },
        ...{ response_types_supported: ['code'], id_token_signing_alg_values_supported: ['RS256'] },
      }
    },
    '/jwks': () => ({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] }),
    '/token': () => ({
      ...{ access_token: 'access', token_type: 'Bearer', expires_in: 300 },
      id_token: tokenOf(issuer, issuer.lies.hasForeignKey ? foreign.privateKey : own.privateKey),
    }),
  }
  server.on('request', (request, response) => {
    const { lies } = issuer
    response.statusCode = lies.isBroken ? 503 : 200
    response.setHeader('content-type', 'application/json')
    const answer = answers[request.url ?? '']?.() ?? {}
    response.end(JSON.stringify({ ...answer, ...(lies.padding && { padding: 'x'.repeat(lies.padding) }) }))
  })
  return issuer
}
