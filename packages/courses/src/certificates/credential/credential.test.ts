import { didKeyOf, multikeyOf } from '@freeor/kernel/signing/multikey'
import { describe, expect, test } from 'vitest'
import { openCertificateRendering } from '../rendering/rendering.ts'
import { someFacts } from '../testing.ts'
import { checkCredential, keyFromPaper } from './check-credential.ts'
import { credentialOf, factsOf, type SignedFacts } from './credential.ts'
import { didDocument, didWebOf, keyMethod, keyUrl } from './did-document.ts'
import type { Document } from './prove-document.ts'
import { readFile } from './read-file.ts'
import { encodeStatusList, isRevokedIn } from './status-list.ts'
import { newSigningKeys } from './testing.ts'
import { bakePng, bakeSvg } from './write-badge.ts'
import { proveWith, writeCredential, writeDidKeyCopy } from './write-credential.ts'
import { credentialIn, writeJwt } from './write-jwt.ts'

const siteUrl = 'https://courses.example.org'
const now = new Date('2026-12-01T00:00:00Z')

const keys = newSigningKeys('sgk')
const stranger = newSigningKeys('sgk')
const trusted = [keys.Ed25519, keys.RS256]

const facts: SignedFacts = someFacts(3)
const context = { siteUrl, courseId: 'crs_1', edition: 1, statusIndex: 131_073 }
const signed = await writeCredential(facts, context, keys)
const issuer = didWebOf(siteUrl)

/** A copy in which one position of the text says something else. */
const altered = (credential: Document, from: string, to: string): Document =>
  JSON.parse(JSON.stringify(credential).replace(from, to))

const check = async (presented: Parameters<typeof checkCredential>[0], more = {}) =>
  await checkCredential(presented, { keys: trusted, now, ...more })

test('the same facts and keys make the same credential, and it says every fact', async () => {
  expect(await writeCredential(facts, context, keys)).toEqual(signed)
  const { serial, learnerName, courseName, issuedAt, lessons, issuerName } = facts
  const said = { serial, learnerName, courseName, issuedAt, lessons, issuerName }
  expect(factsOf(signed.credential)).toEqual(said)
  expect(factsOf(credentialIn(signed.jwt) ?? {})).toEqual(said)
})

test('it is in the second status list at the position of its number', () => {
  expect(signed.credential.credentialStatus).toMatchObject({
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: '1',
    statusListCredential: `${siteUrl}/api/certificates/status/1`,
  })
})

test('the header of the JWT names the address of its key, which did.json has too', async () => {
  const header = JSON.parse(Buffer.from(signed.jwt.split('.')[0] ?? '', 'base64url').toString())
  expect(header).toEqual({ alg: 'RS256', typ: 'JWT', kid: keyUrl(siteUrl, keys.RS256.id) })
  const claims = JSON.parse(Buffer.from(signed.jwt.split('.')[1] ?? '', 'base64url').toString())
  expect(claims).toMatchObject({ iss: issuer, jti: signed.credential.id, nbf: 1795339800 })
  const document = didDocument(siteUrl, [keys.Ed25519, keys.RS256])
  expect(document.verificationMethod).toEqual([
    expect.objectContaining({
      id: keyMethod(siteUrl, keys.Ed25519.id),
      publicKeyMultibase: multikeyOf(keys.Ed25519.publicJwk),
    }),
    expect.objectContaining({ id: header.kid, publicKeyJwk: keys.RS256.publicJwk }),
  ])
})

test.each([
  ['http://127.0.0.1:3001', 'did:web:127.0.0.1%3A3001'],
  ['https://courses.example.org', 'did:web:courses.example.org'],
])('the did:web of %s is %s', (url, did) => {
  expect(didWebOf(url)).toBe(did)
})

describe('a check says what is wrong', () => {
  test('nothing with both forms, either of them, and the copy of the key', async () => {
    const both = { credential: signed.credential, jwt: signed.jwt }
    for (const presented of [both, { credential: both.credential }, { jwt: both.jwt }])
      expect((await check(presented)).problems).toEqual([])
    const copy = await writeDidKeyCopy(signed.credential, keys.Ed25519)
    expect(copy).not.toHaveProperty('credentialStatus')
    expect((await check({ credential: copy })).problems).toEqual([])
    const paper = keyFromPaper(didKeyOf(multikeyOf(keys.Ed25519.publicJwk)))
    expect((await check({ credential: copy }, { keys: [paper] })).problems).toEqual([])
  })

  test('the key that is printed on paper is enough; another one verifies nothing', async () => {
    const both = { credential: signed.credential, jwt: signed.jwt }
    const paper = keyFromPaper(` ${didKeyOf(multikeyOf(keys.Ed25519.publicJwk))} `)
    const wrong = keyFromPaper(didKeyOf(multikeyOf(stranger.Ed25519.publicJwk)))
    if (!paper || !wrong) throw new Error('Both are keys')
    expect((await check(both, { keys: [paper] })).problems).toEqual([])
    expect((await check(both, { keys: [wrong] })).problems).toMatchObject([{ kind: 'changed' }])
    // The JWT alone has another key; beside a genuine form it may not say anything else.
    expect((await check({ jwt: signed.jwt }, { keys: [paper] })).problems).toEqual([{ kind: 'other_key' }])
    const other = await writeCredential({ ...facts, learnerName: 'Eve Example' }, context, stranger)
    const mixed = await check({ credential: signed.credential, jwt: other.jwt }, { keys: [paper] })
    expect(mixed.problems).toMatchObject([{ kind: 'changed', differences: [{ field: 'Name' }] }])
    expect(keyFromPaper('did:key:zQ3sh')).toBeUndefined()
  })

  test('a swapped name, score, date or course, by its field, from the other form or from the issuer', async () => {
    for (const [from, to, difference] of [
      ['"Ada Example"', '"Eve Example"', { field: 'Name', signed: 'Ada Example', shown: 'Eve Example' }],
      ['"value":"5"', '"value":"6"', { field: 'Score of lesson 1', signed: '5 of 6', shown: '6 of 6' }],
      ['"Quiz 2"', '"Quiz 9"', { field: 'Quiz of lesson 2', signed: 'Quiz 2', shown: 'Quiz 9' }],
      [
        '"gradedAt":"2026-11-20T12:00:00.000Z"',
        '"gradedAt":"2026-11-19T12:00:00.000Z"',
        { field: 'Date of lesson 1', signed: '2026-11-20T12:00:00.000Z', shown: '2026-11-19T12:00:00.000Z' },
      ],
    ] as const) {
      const credential = altered(signed.credential, from, to)
      const expected = [{ kind: 'changed', differences: [difference] }]
      const fromJwt = await check({ credential, jwt: signed.jwt })
      expect(fromJwt).toMatchObject({ problems: expected, facts: { learnerName: 'Ada Example' } })
      const fromIssuer = await check({ credential }, { reference: signed.credential })
      expect(fromIssuer.problems).toEqual(expected)
      expect((await check({ credential })).problems).toEqual([{ kind: 'changed', differences: [] }])
    }
  })

  test('two genuine credentials in one file that are not of the same certificate', async () => {
    const other = await writeCredential({ ...facts, learnerName: 'Eve Example' }, context, keys)
    const { problems } = await check({ credential: signed.credential, jwt: other.jwt })
    expect(problems).toMatchObject([{ kind: 'changed', differences: [{ field: 'Name' }] }])
  })

  test('a key that is not ours, under its own name and under the name of ours', async () => {
    const forged = await writeCredential(facts, context, stranger)
    expect((await check({ credential: forged.credential })).problems).toMatchObject([{ kind: 'changed' }])
    expect((await check({ jwt: forged.jwt })).problems).toMatchObject([{ kind: 'changed' }])
    const copy = await writeDidKeyCopy(forged.credential, stranger.Ed25519)
    expect((await check({ credential: copy })).problems).toEqual([{ kind: 'other_key' }])
  })

  test('a JWT whose algorithm was changed to one that needs no key, or to one with the public key as its secret', async () => {
    const [, payload] = signed.jwt.split('.')
    for (const alg of ['none', 'HS256']) {
      const head = Buffer.from(JSON.stringify({ alg, kid: keyUrl(siteUrl, keys.RS256.id) })).toString(
        'base64url',
      )
      expect((await check({ jwt: `${head}.${payload}.AA` })).problems).toEqual([{ kind: 'other_key' }])
    }
  })

  test('a date in the future, an end in the past', async () => {
    const early = await check({ credential: signed.credential }, { now: new Date('2026-01-01') })
    expect(early.problems).toEqual([{ kind: 'not_yet_valid' }])
    const document = { ...credentialOf(facts, { ...context, issuer }), validUntil: '2026-11-30T00:00:00Z' }
    const method = keyMethod(siteUrl, keys.Ed25519.id)
    const credential = await proveWith(keys.Ed25519, document, { created: facts.issuedAt, method })
    expect((await check({ credential })).problems).toEqual([{ kind: 'expired' }])
    const key = await crypto.subtle.importKey(
      'jwk',
      keys.RS256.privateJwk as JsonWebKey,
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      false,
      ['sign'],
    )
    const jwt = await writeJwt(document, { kid: keyUrl(siteUrl, keys.RS256.id), privateKey: key })
    expect((await check({ jwt })).problems).toEqual([{ kind: 'expired' }])
  })

  test('revoked and superseded, when the issuer says so', async () => {
    for (const status of ['revoked', 'superseded'] as const)
      expect((await check({ jwt: signed.jwt }, { status })).problems).toEqual([{ kind: status }])
  })

  test('a file without a credential', async () => {
    expect((await check({})).problems).toEqual([{ kind: 'unreadable' }])
    expect((await check({ jwt: 'a.b.c' })).problems).toEqual([{ kind: 'unreadable' }])
  })
})

describe('the credential comes out of every file it was put into', () => {
  const bytes = (content: string | Uint8Array) => new Uint8Array(Buffer.from(content))
  const json = JSON.stringify(signed.credential)

  test('a PDF has both forms', async () => {
    const rendering = openCertificateRendering()
    try {
      const pdf = await rendering.render(someFacts(30, { credential: json, credentialJwt: signed.jwt }))
      expect(await readFile(new Uint8Array(pdf))).toEqual({ credential: signed.credential, jwt: signed.jwt })
    } finally {
      await rendering.close()
    }
  })

  test('baked PNG and SVG, JSON and JWT', async () => {
    expect(await readFile(bytes(await bakePng(json)))).toEqual({ credential: signed.credential })
    expect(await readFile(bytes(bakeSvg(json)))).toEqual({ credential: signed.credential })
    expect(await readFile(bytes(json))).toEqual({ credential: signed.credential })
    expect(await readFile(bytes(`${signed.jwt}\n`))).toEqual({ jwt: signed.jwt })
  })

  test('a name that would close the data of the SVG stays inside it', async () => {
    const nasty = JSON.stringify({
      type: 'VerifiableCredential',
      name: ']]></openbadges:credential><script>alert(1)</script>',
    })
    expect(bakeSvg(nasty)).not.toMatch(/\]\]>[^<]*<\/openbadges:credential><script>/)
    expect(await readFile(bytes(bakeSvg(nasty)))).toEqual({ credential: JSON.parse(nasty) })
  })

  test('any other file holds nothing', async () => {
    for (const content of ['', '%PDF-1.7 nothing', '\x89PNG', '<svg></svg>', 'text', '[1]', '7'])
      expect((await readFile(bytes(Buffer.from(content, 'latin1')))).jwt).toBeUndefined()
  })
})

test('a status list has the bits that are revoked and no others', () => {
  const list = encodeStatusList([0, 9, 131_071])
  expect([0, 1, 8, 9, 10, 131_070, 131_071].filter((index) => isRevokedIn(list, index))).toEqual([
    0, 9, 131_071,
  ])
})
