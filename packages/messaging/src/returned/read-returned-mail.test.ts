import { describe, expect, test } from 'vitest'
import { type ReturnedKind, readReturnedMail } from './read-returned-mail.ts'
import { type ReportParts, writeReport } from './testing.ts'

describe('a report of RFC 3464', () => {
  test.each<[what: string, kind: ReturnedKind, parts: ReportParts]>([
    [
      'an address that does not exist',
      'hard',
      { diagnostic: 'smtp; 550 5.1.1 <ann@people.example>: User unknown' },
    ],
    ['no diagnostic at all', 'hard', {}],
    ['a code with a comment', 'hard', { status: '5.1.1 (bad destination mailbox address)' }],
    ['a domain that does not exist', 'hard', { status: '5.1.2', diagnostic: 'dns; Host not found' }],
    [
      'no name of that host',
      'hard',
      {
        status: '5.4.4',
        diagnostic:
          'X-Postfix; Host or domain name not found. Name service error for name=people.example type=A: Host not found',
      },
    ],
    [
      'a domain that takes no mail',
      'hard',
      { status: '5.1.10', diagnostic: 'smtp; 556 5.1.10 Recipient address has null MX' },
    ],
    [
      'a mailbox that is closed',
      'hard',
      {
        status: '5.2.1',
        diagnostic: 'smtp; 550 5.2.1 The email account that you tried to reach is disabled',
      },
    ],
    ['somebody who moved', 'hard', { status: '5.1.6', diagnostic: 'smtp; 551 5.1.6 User has moved' }],
    [
      'a vague code whose words say it',
      'hard',
      { status: '5.0.0', diagnostic: 'smtp; 550 No such user here' },
    ],
    [
      'a vague code, and the answer has a better one',
      'soft',
      { status: '5.0.0', diagnostic: 'smtp; 552 5.2.2 Over quota' },
    ],
    [
      'a policy code whose words say that there is no such user',
      'hard',
      {
        status: '5.7.1',
        diagnostic:
          'smtp; 550 5.7.1 <ann@people.example>: Recipient address rejected: User unknown in virtual mailbox table',
      },
    ],
    [
      'what a large provider says of an address it does not know',
      'hard',
      {
        status: '5.4.1',
        diagnostic: 'smtp; 550 5.4.1 Recipient address rejected: Access denied. AS(201806281)',
      },
    ],
    [
      'a code of the protocol whose words say it',
      'hard',
      { status: '5.5.0', diagnostic: 'smtp; 550 5.5.0 Requested action not taken: mailbox unavailable' },
    ],
    [
      'the words alone',
      'hard',
      { status: '5.0.0', words: 'The account ann does not exist at people.example.' },
    ],
    ['a full mailbox', 'soft', { status: '5.2.2', diagnostic: 'smtp; 552 5.2.2 Mailbox full' }],
    [
      'a full mailbox under the code of a wrong address',
      'soft',
      { diagnostic: 'smtp; 550 5.1.1 mailbox is full (quota exceeded)' },
    ],
    [
      'a mail that is too large',
      'soft',
      { status: '5.2.3', diagnostic: 'smtp; 552 5.2.3 Message exceeds maximum fixed size' },
    ],
    [
      'a system without room',
      'soft',
      { status: '5.3.1', diagnostic: 'smtp; 452 4.3.1 Insufficient system storage' },
    ],
    [
      'spam',
      'soft',
      { status: '5.7.1', diagnostic: 'smtp; 554 5.7.1 Message rejected as spam by content filter' },
    ],
    [
      'a list of blocked servers',
      'soft',
      {
        status: '5.7.1',
        diagnostic:
          'smtp; 554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.example',
      },
    ],
    [
      'a policy without a code',
      'soft',
      { status: '5.0.0', diagnostic: 'smtp; 550 Your message violates our DMARC policy' },
    ],
    [
      'our address is refused, not theirs',
      'soft',
      {
        status: '5.1.8',
        diagnostic: 'smtp; 553 5.1.8 Sender address rejected: Domain of sender does not exist',
      },
    ],
    [
      'our address is refused, without a good code',
      'soft',
      { status: '5.0.0', diagnostic: 'smtp; 550 Sender address does not exist' },
    ],
    ['a loop', 'soft', { status: '5.4.6', diagnostic: 'smtp; 554 5.4.6 Too many hops' }],
    ['given up after days', 'soft', { status: '4.4.7', diagnostic: 'smtp; 421 4.4.1 Connection timed out' }],
    [
      'no connection',
      'soft',
      {
        status: '4.4.1',
        diagnostic: 'X-Postfix; connect to people.example[192.0.2.5]:25: Connection refused',
      },
    ],
    ['it waits', 'soft', { action: 'delayed', status: '4.4.1' }],
    ['it waits, under a code for good', 'soft', { action: 'delayed', status: '5.1.1' }],
    ['it arrived', 'other', { action: 'delivered', status: '2.0.0' }],
    ['it was handed on', 'other', { action: 'relayed', status: '2.0.0' }],
    ['it went to a list', 'other', { action: 'expanded', status: '2.0.0' }],
    ['no action, and a code of success', 'other', { action: '', status: '2.1.5' }],
    ['no action, and a code of failure', 'hard', { action: '', status: '5.1.1' }],
  ])('%s: %s', async (_what, kind, parts) => {
    const read = await readReturnedMail(writeReport(parts))
    expect([read.kind, read.address]).toEqual([kind, 'ann@people.example'])
  })

  test('several recipients are judged each by itself, and the worst is the whole', async () => {
    const more = [
      'Final-Recipient: rfc822; bob@people.example\nAction: delivered\nStatus: 2.0.0',
      'Original-Recipient: rfc822;eve@people.example\nFinal-Recipient: rfc822;<eve@inside.example>\nAction: failed\nStatus: 5.1.1',
    ]
    const read = await readReturnedMail(writeReport({ status: '5.2.2', more }))
    expect(read.recipients.map(({ address, kind }) => [address, kind])).toEqual([
      ['ann@people.example', 'soft'],
      ['bob@people.example', 'other'],
      ['eve@inside.example', 'hard'],
    ])
    expect(read.recipients[2]?.names).toEqual(['eve@inside.example', 'eve@people.example'])
    expect(read).toMatchObject({ kind: 'hard', address: 'eve@inside.example', status: '5.1.1' })
  })

  test('blocks without an empty line between them, and with one too many, are read', async () => {
    const joined = writeReport({ more: [] }).toString()
    const together = joined.replace(
      'Status: 5.1.1',
      'Status: 5.2.2\r\nFinal-Recipient: rfc822; bob@people.example\r\nAction: failed\r\n\r\nStatus: 5.1.1',
    )
    const { recipients } = await readReturnedMail(Buffer.from(together))
    expect(recipients.map(({ address, kind }) => [address, kind])).toEqual([
      ['ann@people.example', 'soft'],
      ['bob@people.example', 'hard'],
    ])
  })

  const edited = (edit: (text: string) => string) => Buffer.from(edit(writeReport().toString()))
  test.each<[what: string, raw: Uint8Array]>([
    [
      'behind the first line of a mailbox file',
      edited((text) => `From MAILER-DAEMON Mon Nov 23 04:00:00 2026\r\n${text}`),
    ],
    ['with line feeds alone', edited((text) => text.replaceAll('\r\n', '\n'))],
    ['without its last boundary', edited((text) => text.slice(0, text.indexOf('--B--')))],
    [
      'cut off after its status',
      edited((text) => `${text.slice(0, text.indexOf('Status: 5.1.1'))}Status: 5.1.1`),
    ],
    [
      'without the mail it returns',
      edited((text) => text.replace(/--B\r\nContent-Type: text\/rfc822[\s\S]*/, '--B--\r\n')),
    ],
    [
      'without its words',
      edited((text) => text.replace(/--B\r\nContent-Type: text\/plain[\s\S]*?(?=--B)/, '')),
    ],
    [
      'in base64',
      edited((text) =>
        text.replace(
          /(message\/delivery-status)\r\n\r\n([\s\S]*?)(?=--B)/,
          (_all, type, status) =>
            `${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(status).toString('base64')}\r\n`,
        ),
      ),
    ],
    ['in a charset that there is not', edited((text) => text.replace('charset=us-ascii', 'charset=x-none'))],
    [
      'in capitals',
      edited((text) =>
        text
          .replace('message/delivery-status', 'MESSAGE/DELIVERY-STATUS')
          .replace('Final-Recipient: rfc822;', 'FINAL-RECIPIENT: RFC822;'),
      ),
    ],
    [
      'under multipart/mixed',
      edited((text) => text.replace('multipart/report; report-type=delivery-status;', 'multipart/mixed;')),
    ],
    [
      'for a global address',
      edited((text) =>
        text
          .replace('message/delivery-status', 'message/global-delivery-status')
          .replace('rfc822; ann', 'utf-8; ann'),
      ),
    ],
    ['without types', edited((text) => text.replace('message/delivery-status', 'text/plain'))],
    [
      'without any MIME',
      edited((text) =>
        text
          .replace(/MIME-Version[\s\S]*?boundary="B"\r\n/, '')
          .replaceAll(/--B.*\r\n(Content-Type.*\r\n)?/g, ''),
      ),
    ],
  ])('%s is read', async (_what, raw) => {
    const read = await readReturnedMail(raw)
    expect([read.kind, read.address, read.status]).toEqual(['hard', 'ann@people.example', '5.1.1'])
  })
})
