import { didKeyMethodOf, jwkOfMultikey, multikeyOf } from '@freeor/kernel/signing/multikey'
import type { JWK } from 'jose'
import { factsOf, type SignedFacts, validityOf } from './credential.ts'
import { type Difference, differingFields } from './differing-fields.ts'
import { type Document, provesDocument, splitProofs } from './prove-document.ts'
import { credentialIn, isSignedBy, keyIdOf } from './write-jwt.ts'

/** A key of the issuer. */
export type TrustedKey = {
  readonly id: string
  readonly algorithm: 'Ed25519' | 'RS256'
  readonly publicJwk: JWK
  /** Typed from a certificate: only whoever reads knows whose it is, so it stands for whatever name a proof gives. */
  readonly isFromPaper?: true
}

/** What a file holds: the credential with its embedded proof, the JWT, or both. */
export type Presented = { readonly credential?: Document | undefined; readonly jwt?: string | undefined }

export type CheckOptions = {
  readonly keys: readonly TrustedKey[]
  readonly now: Date
  /** The credential as the issuer has it: it tells which field of a changed one differs. */
  readonly reference?: Document | undefined
  /** What the issuer says of the certificate; undefined while nobody could be asked. */
  readonly status?: 'valid' | 'revoked' | 'superseded' | undefined
}

export type Problem =
  | {
      readonly kind:
        | 'unreadable'
        | 'unsigned'
        | 'other_key'
        | 'not_yet_valid'
        | 'expired'
        | 'revoked'
        | 'superseded'
    }
  /** Something in it is not what was signed; without differences, nothing tells what. */
  | { readonly kind: 'changed'; readonly differences: readonly Difference[] }

export type Checked = {
  readonly problems: readonly Problem[]
  /** As they were signed; undefined when nothing signed was found. */
  readonly facts: SignedFacts | undefined
}

type Form = {
  readonly credential: Document
  readonly state: 'genuine' | 'changed' | 'unsigned' | 'other_key' | 'unchecked'
}

/**
 * Whether a signature that gives its key this name means this key. The site may have moved to another address since:
 * the id at the end counts, which is random, and the signature covers the whole name.
 */
function isNamed(name: string, { id, algorithm, publicJwk, isFromPaper }: TrustedKey): boolean {
  if (isFromPaper || name.split(/[#/]/).at(-1) === id) return true
  return algorithm === 'Ed25519' && name === didKeyMethodOf(multikeyOf(publicJwk))
}

async function checkEmbedded(secured: Document, keys: readonly TrustedKey[]): Promise<Form> {
  const { proof, ...credential } = secured
  if (proof === undefined || proof === null) return { credential, state: 'unsigned' }
  const ours = splitProofs(secured).flatMap((one) => {
    const key = keys.find((each) => each.algorithm === 'Ed25519' && isNamed(one.verificationMethod, each))
    return key ? [{ ...one, key }] : []
  })
  if (ours.length === 0) return { credential, state: 'other_key' }
  for (const { key, ...one } of ours)
    if (await provesDocument(one, key.publicJwk as JsonWebKey)) return { credential, state: 'genuine' }
  return { credential, state: 'changed' }
}

/** Where the reader has no key for JWTs, as from paper, the other form in the file decides. */
async function checkJwt(jwt: string, keys: readonly TrustedKey[]): Promise<Form | undefined> {
  const credential = credentialIn(jwt)
  if (!credential) return undefined
  const ours = keys.filter(({ algorithm }) => algorithm === 'RS256')
  if (ours.length === 0) return { credential, state: 'unchecked' }
  const kid = keyIdOf(jwt)
  const key = ours.find((one) => kid !== undefined && isNamed(kid, one))
  if (!key) return { credential, state: 'other_key' }
  return { credential, state: (await isSignedBy(jwt, key.publicJwk)) ? 'genuine' : 'changed' }
}

function timeProblems(credential: Document, now: Date): Problem[] {
  const { from, until } = validityOf(credential)
  const problems: Problem[] = []
  if (!from || from > now) problems.push({ kind: 'not_yet_valid' })
  if (until && until <= now) problems.push({ kind: 'expired' })
  return problems
}

/** What is wrong with the forms in comparison with the one that is known to be genuine, if any is. */
function contentProblems(forms: readonly Form[], genuine: Document | undefined): Problem[] {
  const differing = forms.flatMap(({ credential }) =>
    genuine ? differingFields(factsOf(genuine), factsOf(credential)) : [],
  )
  // Both forms of a changed file say the same field once.
  const differences = differing.filter(
    ({ field }, at) => differing.findIndex((one) => one.field === field) === at,
  )
  // One of ours whose proof was taken away is told by what it says otherwise, wherever a genuine form is at hand.
  if (differences.length === 0 && forms.every(({ state }) => state === 'unsigned'))
    return [{ kind: 'unsigned' }]
  const isAllUnchecked = forms.every(({ state }) => state === 'unchecked')
  if (isAllUnchecked || forms.some(({ state }) => state === 'other_key')) return [{ kind: 'other_key' }]
  if (forms.some(({ state }) => state === 'changed' || state === 'unsigned') || differences.length > 0)
    return [{ kind: 'changed', differences }]
  return []
}

/**
 * Says whether a credential is genuine and valid, and what is wrong with it otherwise. It asks no network: whatever is
 * needed comes with the options. A name, a score or a date that was changed is told by its field wherever a genuine form
 * is at hand: the other one in the same file, or the issuer's own.
 */
export async function checkCredential(
  { credential, jwt }: Presented,
  { keys, now, reference, status }: CheckOptions,
): Promise<Checked> {
  const forms = [
    credential ? await checkEmbedded(credential, keys) : undefined,
    jwt ? await checkJwt(jwt, keys) : undefined,
  ].filter((form) => form !== undefined)
  if (forms.length === 0) return { problems: [{ kind: 'unreadable' }], facts: undefined }
  const genuine = forms.find(({ state }) => state === 'genuine')?.credential ?? reference
  const problems = contentProblems(forms, genuine)
  const signed = forms.find(({ state }) => state === 'genuine')?.credential
  if (signed) problems.push(...timeProblems(signed, now))
  if (signed && status !== undefined && status !== 'valid') problems.push({ kind: status })
  return { problems, facts: genuine && factsOf(genuine) }
}

/** A key that is known from paper alone: `did:key:z6Mk…` as it is printed on a certificate. */
export function keyFromPaper(didKey: string): TrustedKey | undefined {
  const id = didKey.trim().replace(/^did:key:/, '')
  const publicJwk = jwkOfMultikey(id)
  return publicJwk && { id, algorithm: 'Ed25519', publicJwk, isFromPaper: true }
}
