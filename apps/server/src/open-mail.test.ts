import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestMailServer } from '@freeor/messaging/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { openMail } from './open-mail.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeor-key-'))
})
afterAll(async () => await rm(folder, { recursive: true }))

const mail = {
  ...{ id: 'mail_0123456789abcdefghjkmnpqrs', to: 'a@example.org', subject: 'News', text: 'Text' },
  ...{ html: '<p>Text</p>', headers: {} },
}

test('mail is signed with the configured key and comes back to the configured domain', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keyFile = join(folder, 'dkim.pem')
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const server = await startTestMailServer()
  try {
    const config = readConfig({
      ...{ SMTP_URL: server.url, MAIL_FROM: 'hello@Freeor.example', DKIM_KEY_FILE: keyFile },
      BOUNCE_DOMAIN: 'Bounces.Freeor.example',
    })
    const { mailer, inboundMail } = await openMail(config, 'a secret')
    expect(await mailer.send(mail)).toEqual({ status: 'accepted' })
    const [received] = server.received
    expect(received?.raw.replaceAll(/\r\n\s+/g, ' ')).toMatch(
      /^DKIM-Signature: .* d=freeor\.example; .* s=freeor;/m,
    )
    expect(received?.from).toMatch(/@bounces\.freeor\.example$/)
    expect(inboundMail.returnPath?.mailOf(received?.from ?? '')).toBe(mail.id)
  } finally {
    await server.close()
  }
})

test('a key file that is not there or holds no key stops the start with a sentence', async () => {
  const open = async (keyFile: string) => await openMail(readConfig({ DKIM_KEY_FILE: keyFile }), 'a secret')
  await expect(open(join(folder, 'none.pem'))).rejects.toThrow(/DKIM_KEY_FILE.*none\.pem cannot be read/)
  const wrong = join(folder, 'wrong.pem')
  await writeFile(wrong, 'no key')
  await expect(open(wrong)).rejects.toThrow(/holds no private key/)
})

test('a folder of mail that comes back must be there when the server starts', async () => {
  const open = async (INBOUND_MAIL_FOLDER: string) =>
    await openMail(readConfig({ INBOUND_MAIL_FOLDER, BOUNCE_DOMAIN: 'b.example' }), 'a secret')
  const missing = join(folder, 'no-mail')
  await expect(open(missing)).rejects.toThrow(`INBOUND_MAIL_FOLDER: there is no folder ${missing}`)
  expect((await open(folder)).inboundMail.folder).toBe(folder)
})
