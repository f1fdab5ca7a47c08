import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { someFacts } from '../testing.ts'
import { checkCredential, type Presented } from './check-credential.ts'
import { readFile } from './read-file.ts'
import { newSigningKeys } from './testing.ts'
import { bakePng, bakeSvg } from './write-badge.ts'
import { writeCredential } from './write-credential.ts'

const keys = newSigningKeys('sgk')
const trusted = [keys.Ed25519, keys.RS256]
const facts = someFacts(2, { learnerName: 'Zoë "Ada" & Co <Example>' })
const context = { siteUrl: 'https://courses.example.org', courseId: 'crs_1', edition: 1, statusIndex: 7 }
const { credential, jwt } = await writeCredential(facts, context, keys)
const json = JSON.stringify(credential)

const read = async (content: string | Uint8Array) => await readFile(new Uint8Array(Buffer.from(content)))
const problemsOf = async (presented: Presented) =>
  (await checkCredential(presented, { keys: trusted, now: new Date('2026-12-01') })).problems
const check = async (content: string | Uint8Array) => await problemsOf(await read(content))

function chunk(type: string, ...parts: (string | Uint8Array)[]): Buffer {
  const data = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
}
const png = (...chunks: Buffer[]) =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', Buffer.alloc(13)), ...chunks])

const namespace = 'https://purl.imsglobal.org/ob/v3p0'
const svg = (inner: string, prefix = 'openbadges') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:${prefix}="${namespace}">${inner}<path d="M0 0"/></svg>`
const tagged = (inner: string) => svg(`<openbadges:credential>${inner}</openbadges:credential>`)
const escaped = json.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&#x3E;')

describe('a certificate is genuine, however a program has written its file anew', () => {
  test.each([
    ['compressed', png(chunk('iTXt', 'openbadgecredential\0\x01\0\0\0', deflateSync(json)))],
    ['with a language', png(chunk('iTXt', `openbadgecredential\0\0\0en\0Badge\0${json}`))],
    ['as Latin text', png(chunk('tEXt', 'Software\0x'), chunk('tEXt', `openbadgecredential\0${jwt}`))],
    ['as compressed Latin text', png(chunk('zTXt', 'openbadgecredential\0\0', deflateSync(jwt)))],
    ['under the older keyword', png(chunk('iTXt', `openbadges\0\0\0\0\0${json}`))],
  ])('a PNG whose text is %s', async (_name, file) => {
    expect(await check(file)).toEqual([])
  })

  test.each([
    ['escaped in the place of data', tagged(escaped)],
    ['with its quotes escaped too', tagged(escaped.replaceAll('"', '&quot;'))],
    ['as two pieces of data', tagged(`\n<![CDATA[${json.slice(0, 50)}]]><![CDATA[${json.slice(50)}]]>\n`)],
    ['behind a comment', tagged(`<!-- a <b> --><![CDATA[${json}]]>`)],
    ['under another prefix', svg(`<ns0:credential><![CDATA[${json}]]></ns0:credential>`, 'ns0')],
    ['without a prefix', `<svg><credential xmlns='${namespace}'>${escaped}</credential></svg>`],
    ['with its own prefixed', bakeSvg(json).replaceAll(/(<\/?)svg/g, '$1svg:svg')],
    ['in single quotes', svg(`<openbadges:credential verify = '${jwt}' />`)],
    ['in UTF-16', Buffer.from(`\ufeff${bakeSvg(json)}`, 'utf16le')],
  ])('an SVG %s', async (_name, file) => {
    expect(await check(file)).toEqual([])
  })

  test('JSON in UTF-16, in a list, as one of several proofs, in a presentation, enveloped', async () => {
    const another = { ...(credential.proof as object), verificationMethod: 'did:web:example.com#key-1' }
    const presentation = (one: unknown) => ({ type: ['VerifiablePresentation'], verifiableCredential: one })
    const enveloped = { type: 'EnvelopedVerifiableCredential', id: `data:application/vc+jwt,${jwt}` }
    const wallets = [
      [credential],
      jwt,
      { ...credential, proof: [another, credential.proof] },
      ...[presentation([credential]), presentation(jwt), enveloped, presentation([enveloped])],
    ]
    for (const one of wallets) expect(await check(JSON.stringify(one))).toEqual([])
    expect(await check(Buffer.from(`\ufeff${json}`, 'utf16le'))).toEqual([])
    expect(await check(jwt.replaceAll(/(.{76})/g, '$1\r\n'))).toEqual([])
  })

  test('a changed one is not', async () => {
    const other = (text: string) => text.replaceAll('Zoë', 'Eve')
    for (const file of [tagged(other(escaped)), JSON.stringify([JSON.parse(other(json))])])
      expect(await check(file)).toEqual([{ kind: 'changed', differences: [] }])
  })
})

test('what others issued is told from what was changed', async () => {
  const foreign = { type: ['VerifiableCredential', 'OpenBadgeCredential'], issuer: 'did:key:z6MkExample' }
  const proof = {
    type: 'Ed25519Signature2020',
    verificationMethod: 'did:key:z6MkExample#1',
    proofValue: 'z1',
  }
  expect(await check(JSON.stringify({ ...foreign, proof }))).toEqual([{ kind: 'other_key' }])
  expect(await check(JSON.stringify({ ...foreign, proof: [proof] }))).toEqual([{ kind: 'other_key' }])
  expect(await check(JSON.stringify(foreign))).toEqual([{ kind: 'unsigned' }])
})

test('of one whose proof was taken away, only what it says otherwise is told', async () => {
  const bare = (text: string): Presented => ({ credential: { ...JSON.parse(text), proof: undefined } })
  const reference = { keys: trusted, now: new Date('2026-12-01'), reference: credential }
  expect((await checkCredential(bare(json), reference)).problems).toEqual([{ kind: 'unsigned' }])
  const { problems } = await checkCredential(bare(json.replaceAll('Zoë', 'Eve')), reference)
  expect(problems).toMatchObject([{ kind: 'changed', differences: [{ field: 'Name' }] }])
  expect(await problemsOf({ ...bare(json), jwt })).toEqual([{ kind: 'changed', differences: [] }])
})

test('pictures and documents of something else hold no certificate', async () => {
  const whole = await bakePng(json)
  const bomb = deflateSync(Buffer.alloc(5_000_000, 32))
  for (const file of [
    whole.subarray(0, 900),
    png(chunk('iTXt', 'openbadgecredential\0\x01\0\0\0', Buffer.from('no zlib'))),
    png(chunk('iTXt', 'openbadgecredential\0\x01\0\0\0', bomb)),
    png(chunk('iTXt', 'openbadgecredential\0\0')),
    tagged(`<![CDATA[${json}`),
    svg('<other:credential>{}</other:credential>'),
    '<svg><openbadges:credential',
    '{"name":"a-package","version":"1.0.0"}',
    '[[[[[[{}]]]]]]',
  ])
    expect(await check(file)).toEqual([{ kind: 'unreadable' }])
})

test('a drawing of a million signs of tags that do not end is looked through once', async () => {
  const started = process.cpuUsage()
  for (const piece of [
    '<openbadges:credential ',
    '<credential ',
    ' xmlns:a="',
    '<!--',
    '<openbadges:credential>&',
  ])
    expect(await read(`<svg>${piece.repeat(Math.floor(1_000_000 / piece.length))}>`)).toEqual({})
  expect(process.cpuUsage(started).user).toBeLessThan(4_000_000)
})
