import { base64url, CompactSign, compactVerify, decodeProtectedHeader, importJWK, type JWK } from 'jose'

/** A key with its private half. */
export type StatementKey = { readonly id: string; readonly privateJwk: JWK }

/** A key that a reader trusts. */
export type ReaderKey = { readonly id: string; readonly publicJwk: JWK }

export type ReadStatement<Facts> =
  | { readonly state: 'genuine'; readonly facts: Facts; readonly keyId: string }
  /** `other_key`: signed by nobody whom the reader trusts. `unreadable`: no statement of this kind. */
  | { readonly state: 'changed' | 'other_key' | 'unreadable' }

/**
 * Facts as one signed text: a JWS (RFC 7515) with Ed25519. Its `typ` says what kind of statement it is, so that one of
 * another kind is never taken for it, whatever it says.
 */
export async function signStatement(
  kind: string,
  facts: Readonly<Record<string, unknown>>,
  { id, privateJwk }: StatementKey,
): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(facts))
  return await new CompactSign(bytes)
    .setProtectedHeader({ alg: 'EdDSA', typ: kind, kid: id })
    .sign(await importJWK(privateJwk, 'EdDSA'))
}

function headerOf(text: string) {
  try {
    return decodeProtectedHeader(text)
  } catch {
    return undefined
  }
}

/** Some last characters of base 64 decode to the same bytes: only one of them is as it was written. */
const isWrittenOnce = (part: string): boolean => base64url.encode(base64url.decode(part)) === part

/** What a statement says, if one of the keys signed it. Its facts are as they were signed; their shape is not checked. */
export async function readStatement<Facts>(
  kind: string,
  text: string,
  keys: readonly ReaderKey[],
): Promise<ReadStatement<Facts>> {
  const header = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text) ? headerOf(text) : undefined
  if (header?.alg !== 'EdDSA' || header.typ !== kind) return { state: 'unreadable' }
  const key = keys.find(({ id }) => id === header.kid)
  if (!key) return { state: 'other_key' }
  if (!isWrittenOnce(text.slice(text.lastIndexOf('.') + 1))) return { state: 'changed' }
  try {
    const publicKey = await importJWK(key.publicJwk, 'EdDSA')
    const { payload } = await compactVerify(text, publicKey, { algorithms: ['EdDSA'] })
    return { state: 'genuine', facts: JSON.parse(new TextDecoder().decode(payload)), keyId: key.id }
  } catch {
    return { state: 'changed' }
  }
}
