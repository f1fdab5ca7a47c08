import { decodeBase58, encodeBase58 } from '@freeor/kernel/signing/base58'
import jsonld from 'jsonld'
import { type ContextLoader, contextLoader } from './context-loader.ts'

/** A JSON-LD document. */
export type Document = Readonly<Record<string, unknown>>

/** A proof of the suite `eddsa-rdfc-2022`, without its value. */
export type ProofOptions = {
  readonly type: 'DataIntegrityProof'
  readonly cryptosuite: 'eddsa-rdfc-2022'
  readonly created: string
  readonly verificationMethod: string
  readonly proofPurpose: 'assertionMethod'
}

const canonize = async (document: unknown, load: ContextLoader) =>
  await jsonld.canonize(document, {
    algorithm: 'RDFC-1.0',
    format: 'application/n-quads',
    safe: true,
    documentLoader: load,
  })

const hash = async (text: string) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

/**
 * What is signed: the hash of the proof's options, then the hash of the document, each canonized.
 * Source: Data Integrity EdDSA Cryptosuites 1.0, section 3.2 (W3C).
 * @throws Error where a term of the document is in no context: what is not signed must not be in it
 */
export async function bytesToSign(
  document: Document,
  options: Document,
  load: ContextLoader = contextLoader(),
): Promise<{ document: string; options: string; bytes: Uint8Array<ArrayBuffer> }> {
  const withContext = { ...options, '@context': document['@context'] }
  const [canonicalOptions, canonicalDocument] = [
    await canonize(withContext, load),
    await canonize(document, load),
  ]
  const bytes = new Uint8Array(64)
  bytes.set(await hash(canonicalOptions))
  bytes.set(await hash(canonicalDocument), 32)
  return { document: canonicalDocument, options: canonicalOptions, bytes }
}

/** The document with its proof. `sign` is given the bytes and gives the 64 bytes of the signature. */
export async function addProof(
  document: Document,
  options: ProofOptions,
  sign: (bytes: Uint8Array) => Uint8Array,
): Promise<Document> {
  const { bytes } = await bytesToSign(document, options)
  return { ...document, proof: { ...options, proofValue: `z${encodeBase58(sign(bytes))}` } }
}

export type OpenedProof = {
  readonly document: Document
  readonly proof: Document
  readonly verificationMethod: string
}

const isOfSuite = (proof: unknown): proof is Document & { readonly verificationMethod: string } => {
  if (typeof proof !== 'object' || proof === null) return false
  const { cryptosuite, type, verificationMethod } = proof as Record<string, unknown>
  const isNamed = typeof verificationMethod === 'string'
  return type === 'DataIntegrityProof' && cryptosuite === 'eddsa-rdfc-2022' && isNamed
}

/** Proofs of a set that are looked at. */
const mostProofs = 20

/**
 * The document apart from each of its proofs, those of this suite. In a set each was made of the document without any.
 * Source: Verifiable Credential Data Integrity 1.0, section 2.1.1 (W3C).
 */
export function splitProofs(secured: Document): OpenedProof[] {
  const { proof, ...document } = secured
  const proofs = (Array.isArray(proof) ? proof : [proof]).slice(0, mostProofs)
  return proofs
    .filter(isOfSuite)
    .map((one) => ({ document, proof: one, verificationMethod: one.verificationMethod }))
}

/** The document and its first proof of this suite apart; undefined without one. */
export const splitProof = (secured: Document): OpenedProof | undefined => splitProofs(secured)[0]

/** Whether the proof was made of exactly this document, with this key. */
export async function provesDocument(
  { document, proof }: Pick<OpenedProof, 'document' | 'proof'>,
  publicJwk: JsonWebKey,
  load: ContextLoader = contextLoader(),
): Promise<boolean> {
  const { proofValue, ...options } = proof
  if (typeof proofValue !== 'string' || !proofValue.startsWith('z')) return false
  try {
    const key = await crypto.subtle.importKey('jwk', publicJwk, 'Ed25519', false, ['verify'])
    const { bytes } = await bytesToSign(document, options, load)
    return await crypto.subtle.verify('Ed25519', key, decodeBase58(proofValue.slice(1)), bytes)
  } catch {
    return false
  }
}
