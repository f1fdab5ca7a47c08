import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { promisify } from 'node:util'
import { dkimVerify } from 'mailauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dkimKeyProblem } from './dkim.ts'
import type { OutgoingMail } from './ports.ts'
import { openReturnPath } from './return-path.ts'
import { openSmtpMailer } from './smtp.ts'
import { startTestMailServer, type TestMailServer } from './testing.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const record = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`
const name = 's1._domainkey.freeor.example'
const from = {
  ...{ name: 'Freeor Léads', address: 'hello@freeor.example' },
  dkim: { domain: 'freeor.example', selector: 's1', privateKey },
}
const mail: OutgoingMail = {
  id: 'mail_0123456789abcdefghjkmnpqrs',
  to: 'a@example.org',
  subject: 'News — “ünïcödé”',
  text: 'Text\n.\n..two\nFrom here\n\n\n',
  html: `<p>${'long '.repeat(500)}</p>`,
  headers: {
    'Reply-To': 'me@example.org',
    'List-Unsubscribe': '<https://freeor.example/stop?token=1>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
}

let server: TestMailServer
let signed: Buffer
beforeAll(async () => {
  server = await startTestMailServer()
  const sent = await openSmtpMailer({ url: server.url, from }).send(mail)
  expect(sent).toEqual({ status: 'accepted' })
  signed = Buffer.from(server.received[0]?.raw ?? '')
})
afterAll(() => server.close())

/** DNS that has only our key. */
const resolver = async (asked: string): Promise<string[][]> => {
  if (asked === name) return [[record]]
  throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
}

const verify = async (message: Buffer) => await dkimVerify(message, { resolver, strict: true })

test('a mail as it left over SMTP is verified by mailauth, with both headers of unsubscribing under the signature', async () => {
  const { results } = await verify(signed)
  expect(results.map(({ status, signingDomain }) => [status.result, signingDomain])).toEqual([
    ['pass', 'freeor.example'],
  ])
  const covered = results[0]?.signingHeaders?.keys.toLowerCase().split(/\s*:\s*/) ?? []
  expect(covered).toEqual(
    expect.arrayContaining([
      ...['from', 'to', 'subject', 'date', 'message-id', 'reply-to', 'mime-version', 'content-type'],
      ...['list-unsubscribe', 'list-unsubscribe-post', 'auto-submitted'],
    ]),
  )
})

test.each([
  ['the subject', /^Subject: /m, 'Subject: x '],
  ['the button of unsubscribing', 'One-Click', 'Two-Click'],
  ['the body', 'long long', 'long song'],
])('a mail in which %s was changed on the way is not', async (_what, before, after) => {
  const changed = signed.toString().replace(before, after)
  expect(changed).not.toBe(signed.toString())
  const { results } = await verify(Buffer.from(changed))
  expect(results[0]?.status.result).toBe('fail')
})

test('no mail is signed unless a key is configured', async () => {
  await openSmtpMailer({ url: server.url, from: { ...from, dkim: undefined } }).send(mail)
  expect(server.received.at(-1)?.raw).not.toMatch(/^DKIM-Signature:/m)
})

const python = `
import dkim, sys
record = sys.argv[1].encode()
print(dkim.verify(sys.stdin.buffer.read(), dnsfunc=lambda name, **_: record))
`
/** Debian's `python3-dkim`, where it is installed. */
const debian = '/usr/bin/python3'
const run = promisify(execFile)
const isThere = await run(debian, ['-c', 'import dkim']).then(
  () => true,
  () => false,
)

test.skipIf(!isThere)(
  `the mail is verified by python3-dkim of Debian too${isThere ? '' : ': it is not installed here'}`,
  async () => {
    const check = async (message: Buffer) => {
      const running = run(debian, ['-c', python, record])
      running.child.stdin?.end(message)
      return (await running).stdout.trim()
    }
    expect(await check(signed)).toBe('True')
    expect(await check(Buffer.from(signed.toString().replace('One-Click', 'Two-Click')))).toBe('False')
  },
)

test('a key that could not sign is told before any mail leaves', () => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  const other = generateKeyPairSync('ed25519').privateKey
  const pem = { type: 'pkcs8', format: 'pem' } as const
  expect(dkimKeyProblem(privateKey)).toBeUndefined()
  expect(dkimKeyProblem(weak.export(pem).toString())).toMatch(/1024 bits/)
  expect(dkimKeyProblem(other.export(pem).toString())).toBe('is no RSA key')
  for (const text of ['', 'secret', publicKey.toString('base64')])
    expect(dkimKeyProblem(text)).toBe('holds no private key in PEM')
})

test('every mail comes back to an address of its own, and its From stays as it was', async () => {
  const returnPath = openReturnPath({ secret: 'of this test', domain: 'bounces.freeor.example' })
  await openSmtpMailer({ url: server.url, from: { ...from, returnPath } }).send(mail)
  const received = server.received.at(-1)
  expect(returnPath.mailOf(received?.from ?? '')).toBe(mail.id)
  expect(received?.raw).toMatch(/^From: .*<hello@freeor\.example>\r$/m)
  expect(received?.raw).not.toContain(received?.from)
})
