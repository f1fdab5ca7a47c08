import { createPrivateKey, sign } from 'node:crypto'
import { didKeyMethodOf, didKeyOf, multikeyOf } from '@freeor/kernel/signing/multikey'
import { type CryptoKey, importJWK } from 'jose'
import type { SigningKey, SigningKeys } from '../keys/commands.ts'
import { type CredentialContext, credentialOf, type SignedFacts } from './credential.ts'
import { didWebOf, keyMethod, keyUrl } from './did-document.ts'
import { addProof, type Document } from './prove-document.ts'
import { writeJwt } from './write-jwt.ts'

/** With an embedded proof of this key, named as `method` says. `created` is ISO 8601. */
export async function proveWith(
  key: SigningKey,
  document: Document,
  { created, method }: { readonly created: string; readonly method: string },
): Promise<Document> {
  const privateKey = createPrivateKey({ key: key.privateJwk as never, format: 'jwk' })
  return await addProof(
    document,
    {
      type: 'DataIntegrityProof',
      cryptosuite: 'eddsa-rdfc-2022',
      created: created.replace(/\.\d+Z$/, 'Z'),
      verificationMethod: method,
      proofPurpose: 'assertionMethod',
    },
    (bytes) => sign(null, bytes, privateKey),
  )
}

export type SignedCredential = { readonly credential: Document; readonly jwt: string }

/** A certificate's credential in both forms. The same facts and keys make the same bytes. */
export async function writeCredential(
  facts: SignedFacts,
  context: Omit<CredentialContext, 'issuer'>,
  keys: SigningKeys,
): Promise<SignedCredential> {
  const { siteUrl } = context
  const document = credentialOf(facts, { ...context, issuer: didWebOf(siteUrl) })
  const method = keyMethod(siteUrl, keys.Ed25519.id)
  const privateKey = (await importJWK(keys.RS256.privateJwk, 'RS256')) as CryptoKey
  return {
    credential: await proveWith(keys.Ed25519, document, { created: facts.issuedAt, method }),
    jwt: await writeJwt(document, { kid: keyUrl(siteUrl, keys.RS256.id), privateKey }),
  }
}

/**
 * The credential issued by the key itself, for those who want no network at all: no address to ask for the key, and no
 * status list. So it does not show a revocation; the page of the certificate does.
 */
export async function writeDidKeyCopy(credential: Document, key: SigningKey): Promise<Document> {
  const { proof, credentialStatus: _status, issuer, ...rest } = credential
  const multikey = multikeyOf(key.publicJwk)
  const { created } = proof as { created: string }
  const document = { ...rest, issuer: { ...(issuer as Document), id: didKeyOf(multikey) } }
  return await proveWith(key, document, { created, method: didKeyMethodOf(multikey) })
}
