import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import * as vc from '@digitalbazaar/vc'
import { verifyCredential } from '@digitalcredentials/verifier-core'
import { multikeyOf } from '@freeor/kernel/signing/multikey'
import { createLocalJWKSet, importJWK, jwtVerify } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someFacts } from '../testing.ts'
import { contextLoader } from './context-loader.ts'
import { didDocument, didWebOf, keyUrl } from './did-document.ts'
import type { Document } from './prove-document.ts'
import { newSigningKeys } from './testing.ts'
import { writeCredential, writeDidKeyCopy } from './write-credential.ts'

const siteUrl = 'https://courses.example.org'
const keys = newSigningKeys('sgk')
const facts = someFacts(50, { learnerName: 'محمد "Ada" <Example> 王小明' })
const context = { siteUrl, courseId: 'crs_1', edition: 1, statusIndex: 7 }
const signed = await writeCredential(facts, context, keys)
const altered = (credential: Document): Document =>
  JSON.parse(JSON.stringify(credential).replace('Example>', 'Sample>'))

const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (input: unknown) => {
    asked.push(String(input instanceof Request ? input.url : input))
    throw new Error('There is no network here')
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** What the site answers under its did, from our own code: the document of the issuer, and of each key. */
const didWeb: Record<string, unknown> = (() => {
  const document = didDocument(siteUrl, [keys.Ed25519, keys.RS256])
  const [multikey] = document.verificationMethod
  const context = 'https://w3id.org/security/multikey/v1'
  return {
    [document.id]: { ...document, '@context': document['@context'] },
    [multikey?.id ?? '']: { '@context': context, ...multikey },
  }
})()

test('@digitalbazaar/vc verifies the embedded proof with its own suite, and refuses a changed name', async () => {
  const suite = new DataIntegrityProof({ cryptosuite })
  const load = contextLoader(didWeb)
  const verify = async (credential: Document) =>
    await vc.verifyCredential({
      credential,
      suite,
      documentLoader: load,
      checkStatus: async () => ({ verified: true }),
      now: new Date('2026-12-01'),
    })
  const result = await verify(signed.credential)
  expect(result.verified, JSON.stringify(result.error)).toBe(true)
  expect((await verify(altered(signed.credential))).verified).toBe(false)
  expect(asked).toEqual([])
})

test('jose verifies the JWT with the bare key and with the key set, and refuses a changed name', async () => {
  const options = { issuer: didWebOf(siteUrl), algorithms: ['RS256'], currentDate: new Date('2026-12-01') }
  const key = await importJWK(keys.RS256.publicJwk, 'RS256')
  const { payload, protectedHeader } = await jwtVerify(signed.jwt, key, options)
  expect(protectedHeader.kid).toBe(keyUrl(siteUrl, keys.RS256.id))
  expect(payload).toMatchObject({ jti: signed.credential.id, name: facts.courseName })
  const set = createLocalJWKSet({ keys: [{ ...keys.RS256.publicJwk, kid: protectedHeader.kid ?? '' }] })
  await expect(jwtVerify(signed.jwt, set, options)).resolves.toBeDefined()
  const [head, body, signature] = signed.jwt.split('.')
  const changed = Buffer.from(
    JSON.stringify(altered(JSON.parse(Buffer.from(body ?? '', 'base64url').toString()))),
  )
  await expect(
    jwtVerify(`${head}.${changed.toString('base64url')}.${signature}`, key, options),
  ).rejects.toThrow()
  await expect(
    jwtVerify(signed.jwt, key, { ...options, currentDate: new Date('2026-01-01') }),
  ).rejects.toThrow()
  expect(asked).toEqual([])
})

test('@digitalcredentials/verifier-core verifies the copy that the key itself issues, and refuses a changed name', async () => {
  // Its schema check asks the network for a schema and says on the console that there is none: nothing else does.
  const said = [vi.spyOn(console, 'error'), vi.spyOn(console, 'log')].map((one) => one.mockReturnValue())
  const copy = await writeDidKeyCopy(signed.credential, keys.Ed25519)
  expect(copy.issuer).toMatchObject({ id: `did:key:${multikeyOf(keys.Ed25519.publicJwk)}` })
  const result = await verifyCredential({ credential: copy as never, knownDIDRegistries: [] })
  expect(result.errors).toBeUndefined()
  expect(result.log).toContainEqual({ id: 'valid_signature', valid: true })
  const changed = await verifyCredential({ credential: altered(copy) as never, knownDIDRegistries: [] })
  expect(changed.errors?.[0]?.name ?? changed.log).toMatch(/signature/)
  expect(asked.filter((url) => !url.includes('_schema.json'))).toEqual([])
  for (const spy of said) spy.mockRestore()
})
