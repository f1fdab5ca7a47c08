import { describe, expect, test } from 'vitest'
import { returnedMailBytes } from './limits.ts'
import { readReturnedMail } from './read-returned-mail.ts'
import { writeReport } from './testing.ts'

describe('hostile input ends soon, as something that nothing follows from', () => {
  const head = 'From: MAILER-DAEMON@x.example\r\nSubject: failure notice\r\n'
  const big = returnedMailBytes.most
  const many = (piece: string) => piece.repeat(Math.ceil(big / piece.length))
  test.each<[what: string, raw: string]>([
    ['nothing', ''],
    ['NUL bytes', '\0'.repeat(big)],
    ['one line', 'a'.repeat(big)],
    ['header lines', many('X-A: b\r\n')],
    ['one long header', `Subject: ${'a '.repeat(big / 2)}`],
    ['an unfolded header', `Subject: ${many('\r\n a')}`],
    ['boundaries', `Content-Type: multipart/report; boundary=B\r\n\r\n${many('--B\r\n\r\n')}`],
    [
      'deep nesting',
      Array.from(
        { length: 5_000 },
        (_, n) => `Content-Type: multipart/mixed; boundary=B${n}\r\n\r\n--B${n}\r\n`,
      ).join(''),
    ],
    ['encoded words', `${head}To: ${many('=?utf-8?b?YQ==?= ')}`],
    ['opening brackets', `${head}Content-Type: text/html\r\n\r\n${'<'.repeat(big)}`],
    ['at signs', `${head}\r\n${many('a@')}`],
    ['half addresses', `${head}\r\n${many('<a@b ')}`],
    ['digits and dots', `${head}\r\n${many('5.1.')}`],
    ['words of failures', `${head}\r\n${many('user address mailbox account ')}`],
    ['quota', `${head}\r\n${many('exceed ')}`],
    [
      'blocks of recipients',
      writeReport({
        more: Array.from(
          { length: 20_000 },
          (_, n) => `Final-Recipient: rfc822; p${n}@x.example\nAction: failed\nStatus: 5.1.1`,
        ),
      }).toString(),
    ],
    ['spaces', `${head}\r\n${' '.repeat(big)}x`],
    ['returns', '\r'.repeat(big)],
  ])('%s', async (_what, raw) => {
    const before = performance.now()
    const read = await readReturnedMail(Buffer.from(raw))
    expect(performance.now() - before).toBeLessThan(20_000)
    expect(read.recipients.length).toBeLessThanOrEqual(200)
    expect(read.cameTo.length).toBeLessThanOrEqual(50)
    expect(read.reason?.length ?? 0).toBeLessThanOrEqual(300)
  })

  test('of a million lines the first ones are read', async () => {
    const report = writeReport({}).toString()
    const [before = '', ...parts] = report.split('\r\n\r\n')
    const withLines = (lines: number) =>
      Buffer.from([before, '\n'.repeat(lines), ...parts].join('\r\n\r\n').slice(0, returnedMailBytes.most))
    expect((await readReturnedMail(withLines(10_000))).kind).toBe('hard')
    expect((await readReturnedMail(withLines(100_000))).kind).not.toBe('hard')
  })

  test('random bytes and reports with random bytes changed never throw', async () => {
    const report = writeReport({ diagnostic: 'smtp; 550 5.1.1 User unknown' })
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let round = 0; round < 400; round++) {
      const raw = Buffer.from(report)
      for (let change = 0; change < 20; change++) raw[random(raw.length)] = random(256)
      const { kind } = await readReturnedMail(raw.subarray(0, random(raw.length + 1)))
      expect(['hard', 'soft', 'other', 'auto-reply', 'complaint']).toContain(kind)
    }
  })

  test('a reason is one short line without control characters', async () => {
    const diagnostic = `smtp; 550 5.1.1 ${'\u0007<script>'.repeat(200)}`
    const { reason } = await readReturnedMail(writeReport({ diagnostic }))
    expect(reason).toMatch(/^550 5\.1\.1 /)
    expect(reason).not.toMatch(/\p{Cc}/u)
  })
})
