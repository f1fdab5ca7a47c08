import { generateKeyPairSync } from 'node:crypto'
import { compactVerify, importJWK, type JWK } from 'jose'
import { describe, expect, test } from 'vitest'
import { readStatement, signStatement } from './statement.ts'

function newKey(id: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const jwk = (key: typeof publicKey) => key.export({ format: 'jwk' }) as JWK
  return { id, publicJwk: jwk(publicKey), privateJwk: jwk(privateKey) }
}

const key = newKey('sgk_one')
const facts = { price: 3, name: 'Zürich 東京' }

describe('a statement', () => {
  test('says what was signed, and any reader of JWS reads it', async () => {
    const text = await signStatement('test', facts, key)
    expect(await readStatement('test', text, [newKey('sgk_other'), key])).toEqual({
      ...{ state: 'genuine', facts, keyId: 'sgk_one' },
    })
    const { payload } = await compactVerify(text, await importJWK(key.publicJwk, 'EdDSA'))
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(facts)
  })

  test('with any one bit changed is refused', async () => {
    const bytes = Buffer.from(await signStatement('test', { a: 1 }, key))
    for (let at = 0; at < bytes.length * 8; at++) {
      const changed = Buffer.from(bytes)
      changed[at >> 3] = (bytes[at >> 3] ?? 0) ^ (1 << (at & 7))
      const { state } = await readStatement('test', changed.toString('latin1'), [key])
      expect(state, `bit ${at}`).not.toBe('genuine')
    }
  })

  test('of another kind, by another key or by a key of the same name is not taken for it', async () => {
    const text = await signStatement('test', facts, key)
    expect(await readStatement('other', text, [key])).toEqual({ state: 'unreadable' })
    expect(await readStatement('test', text, [newKey('sgk_two')])).toEqual({ state: 'other_key' })
    expect(await readStatement('test', text, [newKey('sgk_one')])).toEqual({ state: 'changed' })
    expect(await readStatement('test', 'no.statement', [key])).toEqual({ state: 'unreadable' })
  })

  test('that names no algorithm, or a secret one, is none', async () => {
    const [, payload] = (await signStatement('test', facts, key)).split('.')
    for (const alg of ['none', 'HS256', 'RS256']) {
      const header = Buffer.from(JSON.stringify({ alg, typ: 'test', kid: key.id })).toString('base64url')
      expect(await readStatement('test', `${header}.${payload}.AAAA`, [key])).toEqual({ state: 'unreadable' })
    }
  })
})
