import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { command } from './doctor.ts'
import { reportMailSetup } from './report-mail-setup.ts'

let written: MockInstance<typeof process.stdout.write>
beforeEach(() => {
  written = vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
})
afterEach(() => written.mockRestore())
const output = () => written.mock.calls.map(([text]) => text).join('')

const records: Readonly<Record<string, string[]>> = {
  'A mail.freeor.com': ['192.0.2.1'],
  'TXT freeor.com': ['v=spf1 ip4:192.0.2.1 -all'],
  'TXT _dmarc.freeor.com': ['v=DMARC1; p=reject'],
}
const resolver = async (name: string, type: string) => {
  const found = records[`${type} ${name}`]
  if (!found) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  return type === 'A' ? found : found.map((record) => [record])
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeor-message-'))
})
afterAll(async () => await rm(folder, { recursive: true }))

const config = (more: Record<string, string> = {}) =>
  readConfig({ MAIL_FROM: 'hello@freeor.com', SMTP_URL: 'smtp://user:secret@mail.freeor.com:587', ...more })

test('the address of the mail server is looked up; what is missing ends it with 1, line by line', async () => {
  expect(await reportMailSetup(config(), {}, resolver)).toBe(1)
  expect(output().split('\n')).toEqual([
    'ok   SPF     The record of freeor.com allows the address 192.0.2.1.',
    expect.stringMatching(/^FAIL DKIM {4}Mail is not signed here/),
    'ok   DMARC   The policy of freeor.com is met.',
    'ok   aligned SPF passes for the domain of From.',
    'ok   header  The header of the mail is complete.',
    '',
  ])
  expect(output()).not.toContain('secret')
})

test('as JSON, with the address that is given', async () => {
  expect(await reportMailSetup(config(), { json: true, ip: '192.0.2.9' }, resolver)).toBe(1)
  const { ok, mail } = JSON.parse(output())
  expect([ok, mail[0]]).toEqual([
    false,
    { id: 'SPF', ok: false, detail: expect.stringContaining('192.0.2.9') },
  ])
})

test('a mail server on this machine says nothing of where mail leaves: it asks for --ip', async () => {
  for (const SMTP_URL of [
    'smtp://localhost',
    'smtp://127.0.0.1:25',
    'smtp://[::1]',
    'smtp://unknown.freeor.com',
  ]) {
    written.mockClear()
    await reportMailSetup(config({ SMTP_URL }), {}, resolver)
    expect(output(), SMTP_URL).toMatch(/FAIL SPF .*--ip/)
  }
})

test('a mail that arrived is read from its file', async () => {
  const file = join(folder, 'arrived.eml')
  await writeFile(file, 'From: hello@freeor.com\r\nSubject: News\r\n\r\nText\r\n')
  expect(await reportMailSetup(config(), { message: file }, resolver)).toBe(1)
  expect(output()).toMatch(/FAIL DKIM {4}The mail has no signature/)
})

test('the command takes no wrong address', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  expect(await command.run(['--mail', '--ip', '192.0.2.999'], () => config())).toBe(2)
  expect(said.mock.calls.join('')).toMatch(/is no IP address/)
  said.mockRestore()
})
