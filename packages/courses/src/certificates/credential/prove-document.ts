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

/** The document and its proof apart; undefined without a proof of this suite. */
export function splitProof(secured: Document): OpenedProof | undefined {
  const { proof, ...document } = secured
  if (typeof proof !== 'object' || proof === null || Array.isArray(proof)) return undefined
  const { cryptosuite, type, verificationMethod } = proof as Record<string, unknown>
  if (type !== 'DataIntegrityProof' || cryptosuite !== 'eddsa-rdfc-2022') return undefined
  if (typeof verificationMethod !== 'string') return undefined
  return { document, proof: proof as Document, verificationMethod }
}

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
