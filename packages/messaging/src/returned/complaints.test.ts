import { describe, expect, test } from 'vitest'
import { readReturnedMail } from './read-returned-mail.ts'
import { writeComplaint } from './testing.ts'

const kindOf = async (raw: Uint8Array) => (await readReturnedMail(raw)).kind

describe('a complaint', () => {
  test('is one for abuse, and names the recipient and where the mail came from', async () => {
    const read = await readReturnedMail(writeComplaint({ from: '<b-1@bounces.freeor.example>' }))
    expect(read).toMatchObject({ kind: 'complaint', address: 'ann@people.example' })
    expect(read.cameTo).toContain('b-1@bounces.freeor.example')
  })

  test.each([
    ['fraud', 'complaint'],
    ['opt-out', 'complaint'],
    ['not-spam', 'other'],
    ['auth-failure', 'other'],
    ['dmarc', 'other'],
  ] as const)('of the type %s is: %s', async (type, kind) => {
    expect(await kindOf(writeComplaint({ type }))).toBe(kind)
  })

  test('without the recipient names the one of the mail it returns', async () => {
    const raw = writeComplaint()
      .toString()
      .replace(/Original-Rcpt-To.*\r\n/, '')
    expect(await readReturnedMail(Buffer.from(raw))).toMatchObject({
      kind: 'complaint',
      address: 'ann@people.example',
    })
  })

  test('in the older form of Hotmail is one', async () => {
    const raw = writeComplaint()
      .toString()
      .replace(/--B\r\nContent-Type: message\/feedback-report[\s\S]*?(?=--B)/, '')
      .replace('FW: News', 'complaint about message from 192.0.2.1')
      .replace('report-type=feedback-report; ', '')
      .replace(
        'From: <hello@freeor.example>',
        'X-HmXmrOriginalRecipient: ann@people.example\r\nFrom: <hello@freeor.example>',
      )
    expect(await readReturnedMail(Buffer.from(raw))).toMatchObject({
      kind: 'complaint',
      address: 'ann@people.example',
    })
  })
})
