import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import type { OutgoingMail } from './ports.ts'
import { openSmtpMailer } from './smtp.ts'

/** What a client says to a mail server, every byte, and the commands among it. */
async function capture(mail: OutgoingMail, name = 'Freeor') {
  const chunks: Buffer[] = []
  const closed = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    let seen = 0
    let isText = false
    socket.on('error', () => undefined)
    socket.on('close', () => closed.resolve())
    socket.write('220 mx.example ESMTP\r\n')
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      // Bytes are read as a strict server reads them: a line ends in CR LF, and a text in CR LF . CR LF alone.
      for (;;) {
        const rest = Buffer.concat(chunks).subarray(seen)
        const end = rest.indexOf(isText ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        seen += end + (isText ? 5 : 2)
        const line = isText ? 'TEXT' : rest.subarray(0, end).toString('latin1')
        isText = line === 'DATA'
        if (line === 'QUIT') return void socket.end('221 bye\r\n')
        socket.write(isText ? '354 go on\r\n' : '250 ok\r\n')
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const from = { name, address: 'hello@freeor.example' }
  try {
    const delivery = await openSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from }).send(mail)
    if (delivery.status === 'accepted') await closed.promise
    return { delivery, stream: Buffer.concat(chunks) }
  } finally {
    server.close()
  }
}

const plain: OutgoingMail = {
  ...{ id: 'mail_0123456789abcdefghjkmnpqrs', to: 'ann@people.example', subject: 'News', text: 'Text' },
  ...{ html: '<p>Text</p>', headers: {} },
}

/** The stream taken apart; it fails where anything stands outside of its place. */
function takeApart(stream: Buffer) {
  const text = stream.toString('latin1')
  const start = text.indexOf('\r\nDATA\r\n')
  const [before, after] = [text.slice(0, start), text.slice(start + 8)]
  const end = after.indexOf('\r\n.\r\n')
  const body = after.slice(0, end)
  return {
    commands: [
      ...before.split('\r\n').map((line) => line.replace(/^EHLO .*/, 'EHLO')),
      'DATA',
      ...after.slice(end + 5).split('\r\n'),
    ],
    lines: body.split('\r\n'),
    message: body.replaceAll(/^\.\./gm, '.'),
    head: body.split('\r\n\r\n')[0] ?? '',
  }
}

const namesOf = (head: string) =>
  head.split('\r\n').flatMap((line) => (/^[ \t]/.test(line) ? [] : [line.slice(0, line.indexOf(':'))]))

const wanted = [
  'From',
  'To',
  'Subject',
  'Auto-Submitted',
  'Message-ID',
  'Date',
  'MIME-Version',
  'Content-Type',
]

const injections = [
  'x\r\nBcc: thief@evil.example',
  'x\nBcc: thief@evil.example',
  'x\rBcc: thief@evil.example',
  'x\r\n\r\n<script>',
  'x\r\n.\r\nMAIL FROM:<thief@evil.example>\r\nRCPT TO:<victim@evil.example>\r\nDATA\r\n',
  'x\n.\nQUIT\n',
  'x\n.\r\nRSET\r\n',
  'x\r.\rRSET\r',
  'x\r\n Bcc: thief@evil.example',
  'x\0y',
  'x\u2028Bcc: thief@evil.example',
  'x\u0085Bcc: thief@evil.example',
  'x\u000bBcc: thief@evil.example\u000c',
  '=?utf-8?q?x=0D=0ABcc:_thief@evil.example?=',
  '",<thief@evil.example>,"',
  'x" <thief@evil.example>',
  'ünïcödé “quotes” 😀',
  '.',
  '..',
  `${'long'.repeat(2_000)}`,
  `${'long words '.repeat(500)}`,
]

describe.each(injections)('%j', (hostile) => {
  test.each<[place: string, mail: OutgoingMail, name?: string]>([
    ['the subject', { ...plain, subject: hostile }],
    ['the text', { ...plain, text: `${hostile}\n${hostile}\r\n${hostile}` }],
    ['the markup', { ...plain, html: `<p>${hostile}</p>\n${hostile}` }],
    ['the name of the sender', plain, hostile],
    ['another name of the sender', { ...plain, headers: { From: hostile } }],
    ['a further field', { ...plain, headers: { 'X-Campaign': hostile } }],
  ])('as %s leaves one mail to one recipient, with our fields alone', async (place, mail, name) => {
    const { delivery, stream } = await capture(mail, name)
    expect(delivery).toEqual({ status: 'accepted' })
    const { commands, lines, head, message } = takeApart(stream)
    expect(commands).toEqual([
      ...['EHLO', 'MAIL FROM:<hello@freeor.example>', 'RCPT TO:<ann@people.example>', 'DATA'],
      // Nothing after the text: the client ends the connection.
      '',
    ])
    // No line feed or return alone, nothing of eight bits, no NUL, and no line past the limit of RFC 5322.
    expect(lines.filter((line) => /[\r\n\0\u0080-\u00ff]/.test(line))).toEqual([])
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(998)
    expect(lines.filter((line) => line.startsWith('.') && !line.startsWith('..'))).toEqual([])
    const further = place === 'a further field' ? ['X-Campaign'] : []
    expect(namesOf(head).toSorted()).toEqual([...wanted, ...further].toSorted())
    const read = await PostalMime.parse(Buffer.from(message, 'latin1'))
    expect([read.from?.address, read.to?.map(({ address }) => address), read.cc, read.bcc]).toEqual([
      'hello@freeor.example',
      ['ann@people.example'],
      undefined,
      undefined,
    ])
  })
})

test('a text comes through as it was: dots, long lines, letters of all kinds', async () => {
  const text = [
    '.',
    '..',
    '.dot',
    'From here',
    'ünïcödé 😀',
    'x'.repeat(5_000),
    ' spaces at the end  ',
    '=3D',
    '',
  ].join('\n')
  const { stream } = await capture({ ...plain, text })
  const read = await PostalMime.parse(Buffer.from(takeApart(stream).message, 'latin1'))
  expect(read.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(text.trimEnd())
})

test.each([
  'ann@people.example>\r\nRCPT TO:<thief@evil.example',
  'ann@people.example\nthief@evil.example',
  'ann@people.example,thief@evil.example',
  'ann@people.example> ORCPT=x',
  '<ann@people.example>',
  'ann@people.example\0',
])('%j is no recipient: nothing is said to a server that names another', async (to) => {
  const { stream } = await capture({ ...plain, to }).catch(() => ({ stream: Buffer.alloc(0) }))
  const recipients = [...stream.toString('latin1').matchAll(/RCPT TO:<([^>]*)>/g)].map(([, one]) => one)
  expect(recipients.filter((one) => one !== 'ann@people.example')).toEqual([])
})
