/** A report of RFC 3464 as a mail server would write it. */
export type ReportParts = {
  /** The address that it comes back to. */
  readonly to?: string
  /** The address that the mail was for. */
  readonly about?: string
  readonly action?: string
  readonly status?: string
  readonly diagnostic?: string
  /** What the report says to people. */
  readonly words?: string
  /** Further blocks of recipients. */
  readonly more?: readonly string[]
  /** Further fields of the header. */
  readonly header?: readonly string[]
  readonly subject?: string
}

const crlf = (lines: readonly string[]): Buffer => Buffer.from(lines.join('\r\n'))

export function writeReport(parts: ReportParts = {}): Buffer {
  const {
    to = 'hello@freeor.example',
    about = 'ann@people.example',
    action = 'failed',
    status = '5.1.1',
  } = parts
  const { diagnostic, words = 'Your mail did not arrive.', more = [], header = [] } = parts
  return crlf([
    ...['Return-Path: <>', 'From: Mail Delivery System <MAILER-DAEMON@mx.example>', `To: ${to}`],
    ...[`Subject: ${parts.subject ?? 'Undelivered Mail Returned to Sender'}`, 'Auto-Submitted: auto-replied'],
    ...header,
    ...['MIME-Version: 1.0', 'Content-Type: multipart/report; report-type=delivery-status; boundary="B"', ''],
    ...[
      'This is a MIME-encapsulated message.',
      '',
      '--B',
      'Content-Type: text/plain; charset=us-ascii',
      '',
      words,
      '',
    ],
    ...['--B', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.example'],
    ...['Arrival-Date: Mon, 23 Nov 2026 04:00:00 +0000', '', `Final-Recipient: rfc822; ${about}`],
    ...[`Action: ${action}`, `Status: ${status}`, ...(diagnostic ? [`Diagnostic-Code: ${diagnostic}`] : [])],
    ...more.flatMap((block) => ['', ...block.split('\n')]),
    ...['', '--B', 'Content-Type: text/rfc822-headers', '', 'From: hello@freeor.example', `To: ${about}`],
    ...['Subject: News', '', '--B--', ''],
  ])
}

/** A complaint of RFC 5965. */
export function writeComplaint({
  to = 'abuse@freeor.example',
  about = 'ann@people.example',
  type = 'abuse',
  from = '<hello@freeor.example>',
} = {}): Buffer {
  return crlf([
    ...['From: <staff@provider.example>', `To: ${to}`, 'Subject: FW: News', 'MIME-Version: 1.0'],
    ...['Content-Type: multipart/report; report-type=feedback-report; boundary="B"', '', '--B'],
    ...['Content-Type: text/plain', '', 'This is an email abuse report.', '', '--B'],
    ...['Content-Type: message/feedback-report', '', `Feedback-Type: ${type}`, 'User-Agent: Provider/1.0'],
    ...['Version: 1', `Original-Mail-From: ${from}`, `Original-Rcpt-To: <${about}>`, '', '--B'],
    ...['Content-Type: message/rfc822', 'Content-Disposition: inline', '', 'From: <hello@freeor.example>'],
    ...[`To: <${about}>`, 'Subject: News', '', 'The user unknown was over quota. 550 5.1.1', '--B--', ''],
  ])
}

/** A mail of plain text. */
export function writeText(header: readonly string[], text: string): Buffer {
  return crlf([...header, '', ...text.split('\n')])
}
