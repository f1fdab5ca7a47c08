import { createPrivateKey, sign } from 'node:crypto'
import { jwkOfMultikey, multikeyOf } from '@freeor/kernel/signing/multikey'
import { expect, test } from 'vitest'
import { addProof, type ProofOptions, provesDocument, splitProof } from './prove-document.ts'

const { publicKey, privateKey } = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
const privateJwk = await crypto.subtle.exportKey('jwk', privateKey)
const publicJwk = await crypto.subtle.exportKey('jwk', publicKey)
const signBytes = (bytes: Uint8Array) =>
  sign(null, bytes, createPrivateKey({ key: privateJwk as never, format: 'jwk' }))

const options: ProofOptions = {
  type: 'DataIntegrityProof',
  cryptosuite: 'eddsa-rdfc-2022',
  created: '2026-01-01T00:00:00Z',
  verificationMethod: 'did:example:1#key',
  proofPurpose: 'assertionMethod',
}
const document = {
  '@context': ['https://www.w3.org/ns/credentials/v2'],
  type: ['VerifiableCredential'],
  issuer: 'did:example:1',
  credentialSubject: { id: 'did:example:2' },
}

test('a proof covers the document and its own options', async () => {
  const secured = splitProof(await addProof(document, options, signBytes))
  if (!secured) throw new Error('There is no proof')
  expect(await provesDocument(secured, publicJwk)).toBe(true)
  const other = { ...secured, document: { ...document, issuer: 'did:example:3' } }
  expect(await provesDocument(other, publicJwk)).toBe(false)
  const later = { ...secured, proof: { ...secured.proof, created: '2026-01-02T00:00:00Z' } }
  expect(await provesDocument(later, publicJwk)).toBe(false)
})

test('a field that no context knows is refused, not left out of what is signed', async () => {
  await expect(addProof({ ...document, nickname: 'Ada' }, options, signBytes)).rejects.toThrow()
})

test('a context that we have no copy of is refused, not fetched', async () => {
  const foreign = {
    ...document,
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://example.org/c'],
  }
  await expect(addProof(foreign, options, signBytes)).rejects.toThrow('https://example.org/c')
})

test('a multikey names a key, and any other text none', () => {
  const multikey = multikeyOf(publicJwk)
  expect(jwkOfMultikey(multikey)).toMatchObject({ kty: 'OKP', crv: 'Ed25519', x: publicJwk.x })
  for (const text of ['', 'z6Mk', 'zQ3sh', `${multikey}1`, multikey.replace('z6Mk', 'z6MK')])
    expect(jwkOfMultikey(text)).toBeUndefined()
})
