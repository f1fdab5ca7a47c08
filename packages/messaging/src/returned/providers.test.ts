import { expect, test } from 'vitest'
import { readReturnedMail } from './read-returned-mail.ts'
import { writeText } from './testing.ts'

const daemon = ['Return-Path: <>', 'From: MAILER-DAEMON@mx.example', 'To: me@freeor.example']
const gone = 'ann@people.example'

/** What providers and old programs say, each in its own words. */
const said: [what: string, kind: string, header: string[], text: string][] = [
  [
    'gmail text',
    'hard',
    [
      'From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      'To: me@freeor.example',
      'Auto-Submitted: auto-replied',
      `X-Failed-Recipients: ${gone}`,
      'Subject: Delivery Status Notification (Failure)',
    ],
    `Delivery to the following recipient failed permanently:\n\n     ${gone}\n\nTechnical details of permanent failure: \nGoogle tried to deliver your message, but it was rejected by the recipient domain. We recommend contacting the other email provider for further information about the cause of this error. The error that the other server returned was: 550 550 #5.1.0 Address rejected ${gone} (state 14).\n\n----- Original message -----\n\nReceived: by 10.1.1.1`,
  ],
  [
    'gmail delay',
    'soft',
    [
      'From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      'To: me@freeor.example',
      `X-Failed-Recipients: ${gone}`,
      'Subject: Delivery Status Notification (Delay)',
    ],
    `This is an automatically generated Delivery Status Notification\n\nTHIS IS A WARNING MESSAGE ONLY.\n\nYOU DO NOT NEED TO RESEND YOUR MESSAGE.\n\nDelivery to the following recipient has been delayed:\n\n     ${gone}\n\nMessage will be retried for 1 more day(s)\n`,
  ],
  [
    'yahoo',
    'hard',
    [...daemon, 'Subject: Failure Notice'],
    `Sorry, we were unable to deliver your message to the following address.\n\n<${gone}>:\nRemote host said: 554 delivery error: dd This user doesn't have a people.example account (${gone}) [0] - mta1.example\n[BODY]\n\n--- Below this line is a copy of the message.\n`,
  ],
  [
    'kddi',
    'hard',
    [...daemon, 'Subject: Mail System Error - Returned Mail'],
    `Your mail sent on: Thu, 29 Apr 2010\n\n    Could not be delivered to: <${gone}>\n    As their mailbox is unknown.\n`,
  ],
  [
    'kddi full',
    'soft',
    [...daemon, 'Subject: Mail System Error - Returned Mail'],
    `Could not be delivered to: <${gone}>\nAs their mailbox is full.\n`,
  ],
  [
    'mailmarshal',
    'hard',
    [...daemon, 'Subject: Undeliverable Mail: News'],
    `Your message:\n   From:    me@freeor.example\n   Subject: News\n\nCould not be delivered because of\n\n550 5.1.1 User unknown\n\nThe following recipients were affected: \n    ${gone}\n`,
  ],
  [
    'imail',
    'hard',
    [...daemon, 'Subject: Undeliverable Mail'],
    `Unknown user: ${gone}\n\nOriginal message follows.\n\nReceived: x`,
  ],
  [
    'mercury',
    'hard',
    ['From: Mail delivery system <postmaster@mx.example>', 'To: me@freeor.example', 'Subject: Returned mail'],
    `This is an automatic message from the mail transport agent.\n\n The mail you sent could not be delivered to the following address(es):\n\n${gone}\n   553 unknown local user\n`,
  ],
  [
    'verizon',
    'hard',
    [...daemon, 'Subject: Undelivered Mail'],
    `Message could not be delivered to mobile.\nError: No valid recipients for this MM\nRecipient: ${gone}\n`,
  ],
  [
    'mdaemon-like',
    'hard',
    ['From: MDaemon@mx.example', 'To: me@freeor.example', 'Subject: Permanent Delivery Failure'],
    `The attached message had PERMANENT fatal delivery errors!\n\nFailed address: ${gone}\n\n--- Session Transcript ---\n550 no such user here\n`,
  ],
  [
    'zustell',
    'soft',
    [...daemon, 'Subject: Nicht zustellbar: News'],
    `Das Postfach des Empfängers ist voll.\n\n${gone}\n`,
  ],
  [
    'courier',
    'hard',
    [...daemon, 'Subject: NOTICE: mail delivery status.'],
    `This is a delivery status notification from mx.example,\nrunning the Courier mail server, version 0.6.\n\nThe original message was received on Sat\nfrom x\n\n---------------------------------------------------------------------------\n\n                           UNDELIVERABLE MAIL\n\nYour message to the following recipients cannot be delivered:\n\n<${gone}>:\n    mx.people.example [192.0.2.1]:\n>>> RCPT TO:<${gone}>\n<<< 550 5.1.1 <${gone}>... User Unknown\n`,
  ],
]

test.each(said)('%s: %s', async (_what, kind, header, text) => {
  const read = await readReturnedMail(writeText(header, text))
  expect([read.kind, read.address]).toEqual([kind, gone])
})

/** What sounds like a bounce and is an answer. */
const answers: [what: string, header: string[], text: string][] = [
  [
    'ooo french',
    ['From: Ann <ann@people.example>', 'Subject: Absence du bureau : Re: News'],
    'je suis absente. Mon adresse user@x does not exist any more',
  ],
  [
    'left the company',
    ['From: Ann <ann@people.example>', 'Subject: I no longer work here', 'Auto-Submitted: auto-replied'],
    'This mailbox does not exist. 550',
  ],
  [
    'ticket',
    [
      'From: support@people.example',
      'Subject: [Ticket 5] We received your message',
      'X-Auto-Response-Suppress: All',
      'Auto-Submitted: auto-generated',
    ],
    'could not be delivered',
  ],
  [
    'undeliverable said by a person automatically',
    ['From: Ann <ann@people.example>', 'Subject: Undeliverable: I left', 'Auto-Submitted: auto-replied'],
    'could not be delivered: user unknown 550 5.1.1',
  ],
  [
    'address changed',
    ['From: Ann <ann@people.example>', 'Subject: My address has changed', 'Precedence: bulk'],
    'The old address is no longer in use, mail could not be delivered',
  ],
  [
    'postmaster ooo',
    ['From: postmaster@people.example', 'Return-Path: <>', 'Subject: Out of Office AutoReply: News'],
    'The user is unknown',
  ],
  [
    'daemon autoreply',
    ['From: MAILER-DAEMON@people.example', 'Subject: Auto: News', 'Auto-Submitted: auto-replied'],
    'mailbox not found',
  ],
]

test.each(answers)('%s is no bounce', async (_what, header, text) => {
  const { kind } = await readReturnedMail(writeText(['To: me@freeor.example', ...header], text))
  expect(['auto-reply', 'other']).toContain(kind)
})
