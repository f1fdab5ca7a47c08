import { multikeyOf } from '@freeor/kernel/signing/multikey'
import type { JWK } from 'jose'

export type PublicKey = {
  readonly id: string
  readonly algorithm: 'Ed25519' | 'RS256'
  readonly publicJwk: JWK
}

/** The `did:web` of a site. Source: did:web Method Specification, section 3.2. */
export const didWebOf = (siteUrl: string): string => `did:web:${encodeURIComponent(new URL(siteUrl).host)}`

/** The address that answers the key, bare: the `kid` of JWTs. */
export const keyUrl = (siteUrl: string, keyId: string): string => `${siteUrl}/api/certificates/keys/${keyId}`

/** What a proof calls the key. */
export const keyMethod = (siteUrl: string, keyId: string): string => `${didWebOf(siteUrl)}#${keyId}`

function verificationMethod(siteUrl: string, { id, algorithm, publicJwk }: PublicKey) {
  const controller = didWebOf(siteUrl)
  return algorithm === 'Ed25519'
    ? { id: keyMethod(siteUrl, id), type: 'Multikey', controller, publicKeyMultibase: multikeyOf(publicJwk) }
    : { id: keyUrl(siteUrl, id), type: 'JsonWebKey', controller, publicKeyJwk: publicJwk }
}

/** The site's `/.well-known/did.json`. Retired keys are in it: what they signed stays verifiable. */
export function didDocument(siteUrl: string, keys: readonly PublicKey[]) {
  const methods = keys.map((key) => verificationMethod(siteUrl, key))
  return {
    '@context': [
      'https://www.w3.org/ns/did/v1',
      'https://w3id.org/security/multikey/v1',
      'https://w3id.org/security/jwk/v1',
    ],
    id: didWebOf(siteUrl),
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
  }
}
