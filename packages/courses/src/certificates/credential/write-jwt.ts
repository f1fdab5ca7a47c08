import { type CryptoKey, compactVerify, decodeProtectedHeader, importJWK, type JWK, SignJWT } from 'jose'
import { issuerOf, validityOf } from './credential.ts'
import type { Document } from './prove-document.ts'

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

/**
 * The credential as a JWT, the way Open Badges 3.0 asks for (section 8.2): RS256, `kid` an address that answers the
 * public key, and the registered claims beside the credential's own fields.
 */
export async function writeJwt(
  credential: Document,
  { kid, privateKey }: { readonly kid: string; readonly privateKey: CryptoKey },
): Promise<string> {
  const { from = new Date(0), until } = validityOf(credential)
  const { id } = credential.credentialSubject as { id?: string }
  const jwt = new SignJWT({ ...credential, nbf: seconds(from), ...(until && { exp: seconds(until) }) })
  return await jwt
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
    .setIssuer(issuerOf(credential))
    .setJti(String(credential.id))
    .setSubject(id ?? '')
    .sign(privateKey)
}

/** What the JWT says of its key; undefined for a text that is no JWT of this algorithm. */
export function keyIdOf(jwt: string): string | undefined {
  try {
    const { alg, kid } = decodeProtectedHeader(jwt)
    return alg === 'RS256' ? kid : undefined
  } catch {
    return undefined
  }
}

/** The credential that the JWT says, whether or not it is genuine; undefined for a text that is none. */
export function credentialIn(jwt: string): Document | undefined {
  try {
    const [, payload = ''] = jwt.split('.')
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    )
    const {
      iss: _i,
      sub: _s,
      jti: _j,
      nbf: _n,
      exp: _e,
      ...credential
    } = JSON.parse(new TextDecoder().decode(bytes))
    return credential
  } catch {
    return undefined
  }
}

/** Whether the JWT was signed with this key. Its times are for the caller, who tells them apart. */
export async function isSignedBy(jwt: string, publicJwk: JWK): Promise<boolean> {
  try {
    await compactVerify(jwt, await importJWK(publicJwk, 'RS256'), { algorithms: ['RS256'] })
    return true
  } catch {
    return false
  }
}
