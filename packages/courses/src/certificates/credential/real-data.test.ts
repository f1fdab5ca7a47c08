import { createPrivateKey, sign } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeBase58, encodeBase58 } from '@freeor/kernel/signing/base58'
import { jwkOfMultikey } from '@freeor/kernel/signing/multikey'
import { describe, expect, inject, test } from 'vitest'
import { contextLoader } from './context-loader.ts'
import { bytesToSign, provesDocument, splitProof } from './prove-document.ts'

const folder = join(inject('realData'), 'badges')
const isThere = inject('realData') !== '' && existsSync(join(folder, 'keyPair.json'))
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8')
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** The context that the example of the specification names; its one term is undefined in a general context. */
const examples = {
  'https://www.w3.org/ns/credentials/examples/v2': {
    '@context': { '@vocab': 'https://www.w3.org/ns/credentials/examples#' },
  },
}

describe.skipIf(!isThere)(
  `the vectors of the World Wide Web Consortium, in \`badges\` of the folder that REAL_DATA names${isThere ? '' : ' (skipped without it)'}`,
  () => {
    test('canonical forms, hashes and the signature of the example are ours, bit for bit', async () => {
      const { proof: _proof, ...document } = JSON.parse(read('eddsa-rdfc-2022', 'signedDataInt.json'))
      const options = JSON.parse(read('eddsa-rdfc-2022', 'proofConfigDataInt.json'))
      const made = await bytesToSign(document, options, contextLoader(examples))
      expect(made.document).toBe(read('eddsa-rdfc-2022', 'canonDocDataInt.txt'))
      expect(made.options).toBe(read('eddsa-rdfc-2022', 'proofCanonDataInt.txt'))
      expect(hex(made.bytes)).toBe(read('eddsa-rdfc-2022', 'combinedHashDataInt.txt').trim())

      const keys = JSON.parse(read('keyPair.json'))
      const publicJwk = jwkOfMultikey(keys.publicKeyMultibase)
      const d = Buffer.from(decodeBase58(keys.privateKeyMultibase.slice(1)).slice(2)).toString('base64url')
      const key = createPrivateKey({ key: { ...publicJwk, d }, format: 'jwk' })
      const signature = sign(null, made.bytes, key)
      expect(hex(signature)).toBe(read('eddsa-rdfc-2022', 'sigHexDataInt.txt').trim())
      expect(`z${encodeBase58(signature)}`).toBe(read('eddsa-rdfc-2022', 'sigBTC58DataInt.txt').trim())
    })

    test('the proof of the example verifies, and not with another issuer', async () => {
      const secured = splitProof(JSON.parse(read('eddsa-rdfc-2022', 'signedDataInt.json')))
      const publicJwk = jwkOfMultikey(JSON.parse(read('keyPair.json')).publicKeyMultibase)
      if (!secured || !publicJwk) throw new Error('The vectors are not as expected')
      expect(await provesDocument(secured, publicJwk, contextLoader(examples))).toBe(true)
      const changed = { ...secured, document: { ...secured.document, issuer: 'https://other.example' } }
      expect(await provesDocument(changed, publicJwk, contextLoader(examples))).toBe(false)
    })

    test('the second example: its canonical form hashes and verifies as it says', async () => {
      const publicJwk = jwkOfMultikey(JSON.parse(read('keyPair.json')).publicKeyMultibase)
      const signature = Buffer.from(read('eddsa-rdfc-2022', 'employ', 'sigHexDataInt.txt').trim(), 'hex')
      const bytes = Buffer.from(read('eddsa-rdfc-2022', 'employ', 'combinedHashDataInt.txt').trim(), 'hex')
      const key = await crypto.subtle.importKey('jwk', publicJwk as JsonWebKey, 'Ed25519', false, ['verify'])
      expect(await crypto.subtle.verify('Ed25519', key, signature, bytes)).toBe(true)
      const hashOf = async (file: string) =>
        hex(
          new Uint8Array(
            await crypto.subtle.digest('SHA-256', Buffer.from(read('eddsa-rdfc-2022', 'employ', file))),
          ),
        )
      expect((await hashOf('proofCanonDataInt.txt')) + (await hashOf('canonDocDataInt.txt'))).toBe(hex(bytes))
    })
  },
)
