import { expect, test } from 'vitest'
import { classOfFailure, saysAddressIsGone } from './failure-class.ts'

/** What mail servers answer, under the status that their reports give it. */
const hard: [status: string, diagnostic: string][] = [
  ['5.4.4', 'X-Postfix; Name service error for name=people.example type=MX: Host not found'],
  [
    '5.1.10',
    'smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ann@people.example not found by SMTP address lookup',
  ],
  ['5.0.0', 'SMTP; 550 5.0.0 <ann@people.example>... User unknown'],
  ['5.3.0', 'SMTP; 553 5.3.0 <ann@people.example>... No such user here'],
  ['5.2.1', 'smtp; 550 5.2.1 The email account that you tried to reach is disabled'],
  ['5.1.1', 'smtp; 550 5.1.1 <ann@people.example>: user does not exist'],
  [
    '5.0.0',
    'smtp; 550 Message was not accepted -- invalid mailbox. Local mailbox ann@people.example is unavailable: user not found',
  ],
  [
    '5.0.0',
    'smtp; 550 Requested action not taken: mailbox unavailable For explanation visit http://postmaster.gmx.com',
  ],
  ['5.0.0', 'smtp; 550 Mailbox not found. http://service.mail.qq.com'],
  ['5.0.0', 'smtp; 550 User not found: ann@people.example'],
  ['5.0.0', 'X-Notes; User ann (ann@people.example) not listed in Domino Directory'],
  ['5.0.0', 'smtp; 550 No Such User Here"'],
  ['5.0.0', 'X-str; Unrouteable address'],
  ['5.0.0', 'smtp; 550 Verification failed for <ann@people.example>\n No Such User Here'],
  ['5.0.0', 'smtp; 550 Unknown user ann@people.example'],
  ['5.1.1', 'smtp; 550 5.1.1 <ann@people.example>... User Unknown'],
  ['5.1.1', 'X400; unable to transfer (-1)'],
  ['5.1.2', 'smtp; 550 5.1.2 Bad destination system: no such domain'],
  ['5.2.0', 'smtp; 550 5.2.0 mailbox unavailable'],
  ['5.0.0', 'smtp; 550 Account has been suspended'],
]
const soft: [status: string, diagnostic: string][] = [
  ['4.4.1', 'X-Postfix; connect to mx.people.example[192.0.2.1]:25: Operation timed out'],
  ['5.7.1', 'smtp;550 5.7.1 RESOLVER.RST.AuthRequired; authentication required'],
  [
    '5.2.2',
    'smtp;554 5.2.2 STOREDRV.Deliver.Exception:QuotaExceededException; Failed to process message due to a permanent exception with message Cannot submit message',
  ],
  ['5.4.14', 'smtp;554 5.4.14 Hop count exceeded - possible mail loop'],
  ['5.4.316', 'smtp;550 5.4.316 Message expired, connection refused'],
  ['5.5.2', 'smtp; 500 5.5.2 syntax error'],
  ['5.6.0', 'smtp; 554 5.6.0 content conversion required'],
  ['5.0.0', 'smtp; 554 Transaction failed'],
  ['5.7.1', 'smtp; 550 5.7.1 Mailbox unavailable. Your IP address 192.0.2.1 is blacklisted using Trustwave'],
  ['4.7.1', 'smtp; 451 4.7.1 Greylisted, try again in 300 seconds'],
  ['4.2.2', 'smtp; 452 4.2.2 The email account that you tried to reach is over quota'],
  ['4.2.1', 'smtp; 450 4.2.1 The user you are trying to contact is receiving mail too quickly'],
  [
    '5.2.1',
    'smtp; 550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered',
  ],
  ['5.1.0', 'smtp; 550 5.1.0 <me@freeor.example> sender rejected'],
  [
    '5.0.0',
    'smtp; 554- (RTR:BL) https://postmaster.aol.com/error-codes#554rtrbl 554 Connecting IP: 192.0.2.1',
  ],
  [
    '5.0.0',
    'smtp; 552 Message was not accepted -- invalid mailbox. Local mailbox is unavailable: user is over quota',
  ],
  ['5.0.0', 'smtp; 554 DT:SPM mail is rejected by recipients'],
  ['5.0.0', 'X-str; retry timeout exceeded'],
  [
    '5.0.0',
    'X-str; all hosts for people.example have been failing for a long time (and retry time not reached)',
  ],
  ['5.7.1', 'smtp; 554 5.7.1 <ann@people.example>: Relay access denied'],
  ['5.0.0', 'smtp; 550 relay not permitted'],
  ['5.7.1', 'smtp; 550 5.7.1 Message contains a virus'],
  ['5.1.8', 'smtp; 550 5.1.8 Access denied, bad outbound sender'],
  ['5.4.1', 'smtp; 550 5.4.1 no answer from host'],
  ['5.4.7', 'smtp; 554 5.4.7 delivery expired (message too old)'],
  ['5.7.1', 'smtp; 550 5.7.1 Recipient not authorized, your IP has been found on a block list'],
  ['4.0.0', 'smtp; 450 mailbox busy'],
]

test.each(hard)('%s, %s: the address takes no mail', (status, diagnostic) => {
  expect(classOfFailure({ status, diagnostic })).toBe('hard')
})

test.each(soft)('%s, %s: not now, or not this mail', (status, diagnostic) => {
  expect(classOfFailure({ status, diagnostic })).toBe('soft')
})

test.each([
  ['550 5.1.1 User unknown', true],
  ['550 5.2.1 The account is disabled', true],
  ['550 Not now, or never', false],
  ['550 User unknown', false],
  ['552 5.2.2 Mailbox full', false],
  ['550 5.1.1 mailbox is over quota', false],
  ['553 5.1.8 Sender address rejected', false],
  ['550 5.7.1 User unknown', false],
  ['Connection timed out (ETIMEDOUT)', false],
])('while a mail is handed over, %j ends mail to the address: %s', (reason, isGone) => {
  expect(saysAddressIsGone(reason)).toBe(isGone)
})
