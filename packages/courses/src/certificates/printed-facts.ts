import { certificateUrl, factsOf } from './credential/credential.ts'
import type { Document } from './credential/prove-document.ts'
import type { CertificateFacts } from './facts.ts'

/**
 * What the PDF of a certificate is made of: the signed credential alone, so it says what was signed and stays the same
 * wherever the site moves.
 */
export function printedFacts({
  credential,
  credentialJwt,
  key,
}: {
  readonly credential: Document
  readonly credentialJwt: string
  readonly key: string
}): CertificateFacts {
  const facts = factsOf(credential)
  const siteUrl = String(credential.id).replace(/\/api\/certificates\/[^/]+\/credential$/, '')
  return {
    ...facts,
    address: certificateUrl(siteUrl, facts.serial),
    key,
    credential: JSON.stringify(credential),
    credentialJwt,
  }
}
