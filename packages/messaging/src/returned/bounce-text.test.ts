import { describe, expect, test } from 'vitest'
import { type ReturnedKind, readReturnedMail } from './read-returned-mail.ts'
import { writeText } from './testing.ts'

const daemon = ['Return-Path: <>', 'From: MAILER-DAEMON@mx.example', 'To: hello@freeor.example']
const gone = 'ann@people.example'

describe('a bounce in words alone', () => {
  test.each<[what: string, kind: ReturnedKind, header: string[], text: string]>([
    [
      'qmail',
      'hard',
      ['Subject: failure notice'],
      `Hi. This is the qmail-send program at mx.example.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<${gone}>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\nReturn-Path: <hello@freeor.example>\nquota exceeded`,
    ],
    [
      'qmail without a code',
      'hard',
      ['Subject: failure notice'],
      `Hi. This is the qmail-send program at mx.example.\n\n<${gone}>:\nThis address no longer accepts mail.\n`,
    ],
    [
      'qmail, after days',
      'soft',
      ['Subject: failure notice'],
      `Hi. This is the qmail-send program at mx.example.\n\n<${gone}>:\nCNAME lookup failed temporarily. (#4.4.3)\nI'm not going to try again; this message has been in the queue too long.\n`,
    ],
    [
      'qmail, of a server that refuses',
      'soft',
      ['Subject: failure notice'],
      `Hi. This is the qmail-send program at mx.example.\n\n<${gone}>:\n192.0.2.9 failed after I sent the message.\nRemote host said: 554 Denied: this looks like spam, see http://blocked.example\n`,
    ],
    [
      'Exim',
      'hard',
      ['Subject: Mail delivery failed: returning message to sender', `X-Failed-Recipients: ${gone}`],
      `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its\nrecipients. This is a permanent error. The following address(es) failed:\n\n  ${gone}\n    SMTP error from remote mail server after RCPT TO:<${gone}>:\n    host mx.people.example [192.0.2.7]: 550 Unrouteable address\n\n------ This is a copy of the message, including all the headers. ------\n\nReceived: from x`,
    ],
    [
      'Exim, after days',
      'soft',
      ['Subject: Mail delivery failed: returning message to sender', `X-Failed-Recipients: ${gone}`],
      `A message that you sent could not be delivered.\n\n  ${gone}\n    retry timeout exceeded\n`,
    ],
    [
      'Exim, a full mailbox',
      'soft',
      ['Subject: Mail delivery failed', `X-Failed-Recipients: ${gone}`],
      `A message that you sent could not be delivered.\n\n  ${gone}\n    mailbox is full (MTA-imposed quota exceeded while writing to a file)\n`,
    ],
    [
      'Postfix',
      'hard',
      ['Subject: Undelivered Mail Returned to Sender'],
      `This is the mail system at host mx.example.\n\nI'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients. It's attached below.\n\n<${gone}>: host mx.people.example[192.0.2.7] said: 550 5.1.1 <${gone}>: Recipient address rejected: User unknown (in reply to RCPT TO command)\n`,
    ],
    [
      'Postfix, it waits',
      'soft',
      ['Subject: Delayed Mail (still being retried)'],
      `This is the mail system at host mx.example.\n\n# THIS IS A WARNING ONLY.  YOU DO NOT NEED TO RESEND YOUR MESSAGE. #\n\nYour message could not be delivered for 4.0 hours.\nIt will be retried until it is 5.0 days old.\n\n<${gone}>: Host or domain name not found\n`,
    ],
    [
      'Sendmail',
      'hard',
      ['Subject: Returned mail: see transcript for details'],
      `The original message was received at Mon, 23 Nov 2026\n\n   ----- The following addresses had permanent fatal errors -----\n<${gone}>\n    (reason: 550 5.1.1 <${gone}>... User unknown)\n\n   ----- Transcript of session follows -----\n... while talking to mx.people.example.:\n>>> DATA\n<<< 550 5.1.1 <${gone}>... User unknown\n`,
    ],
    [
      'Exchange',
      'hard',
      ['Subject: Undeliverable: News', 'X-Mailer: Internet Mail Service (5.5)'],
      `Your message\n\n  To:      ann\n  Subject: News\n\ndid not reach the following recipient(s):\n\n${gone} on Mon, 23 Nov 2026\n    The e-mail account does not exist at the organization this message was sent to.\n    <mx.people.example #5.1.1>\n`,
    ],
    [
      'Exchange, a full mailbox',
      'soft',
      ['Subject: Undeliverable: News'],
      `Your message did not reach some or all of the intended recipients.\n\nThe following recipient(s) could not be reached:\n\n      ${gone} on 23.11.2026\n            The recipient's mailbox is full.\n            <mx.people.example #5.2.2>\n`,
    ],
    [
      'Notes',
      'hard',
      [`Subject: DELIVERY FAILURE: User ann (${gone}) not listed in Domino Directory`],
      `Your message\n\n  Subject: News\n\nwas not delivered to:\n\n  ${gone}\n\nbecause:\n\n  User ann (${gone}) not listed in Domino Directory\n`,
    ],
    [
      'in German',
      'hard',
      ['Subject: Unzustellbar: News'],
      `Ihre Nachricht konnte nicht zugestellt werden.\n\n${gone}\nDer Empfänger ist unbekannt. 550 5.1.1\n`,
    ],
    [
      'a provider that says it in a sentence',
      'hard',
      ['Subject: Delivery failure'],
      `Message from people.example.\nUnable to deliver message to the following address(es).\n\n<${gone}>:\nThis user doesn't have a people.example account (${gone}) [0]\n`,
    ],
    [
      'of a policy',
      'soft',
      ['Subject: Mail delivery failed'],
      `Your message could not be delivered to ${gone}.\n\nThe mail server said: 550 Message rejected for policy reasons\n`,
    ],
    [
      'nothing but that it failed',
      'soft',
      ['Subject: Undeliverable mail'],
      `Your message to ${gone} could not be delivered.\n`,
    ],
  ])('%s: %s', async (_what, kind, header, text) => {
    const read = await readReturnedMail(writeText([...daemon, ...header], text))
    expect([read.kind, read.address]).toEqual([kind, gone])
  })

  test('of two recipients, each with its reason', async () => {
    const text = `Hi. This is the qmail-send program at mx.example.\n\n<${gone}>:\nUser is over the quota. (#5.2.2)\n\n<bob@people.example>:\nSorry, no mailbox here by that name. (#5.1.1)\n`
    const { recipients } = await readReturnedMail(writeText([...daemon, 'Subject: failure notice'], text))
    expect(recipients.map(({ address, kind, status }) => [address, kind, status])).toEqual([
      [gone, 'soft', '5.2.2'],
      ['bob@people.example', 'hard', '5.1.1'],
    ])
  })

  test('its reason is what is said of the recipient, without the greeting', async () => {
    const text = `Hi. This is the qmail-send program at mx.example.\n\n<${gone}>:\nSorry, no mailbox here. (#5.1.1)\n`
    const { reason } = await readReturnedMail(writeText([...daemon, 'Subject: failure notice'], text))
    expect(reason).toBe(`<${gone}>: Sorry, no mailbox here. (#5.1.1)`)
  })

  test('in HTML alone', async () => {
    const header = [...daemon, 'Subject: Undeliverable: News', 'Content-Type: text/html; charset=utf-8']
    const html = `<html><body><p>Your message couldn&#39;t be delivered.</p><p><b>${gone}</b></p><p>550 5.1.1 User unknown</p></body></html>`
    expect(await readReturnedMail(writeText(header, html))).toMatchObject({ kind: 'hard', address: gone })
  })
})
