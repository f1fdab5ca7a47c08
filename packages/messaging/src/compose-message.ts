import type { SendMailOptions } from 'nodemailer'
import { dkimOptions } from './dkim.ts'
import { headerText, requireAddress, safeHeaders } from './header-safety.ts'
import type { OutgoingMail, Sender } from './ports.ts'

/**
 * The message as nodemailer takes it. Rows come from our own outbox, yet every header is cleaned once more here,
 * where it leaves. Addresses are objects, which nodemailer does not parse as lists. It goes to the mail's own recipient
 * alone, whomever its To and Cc name, and from the configured address, whatever name stands beside it.
 */
export function composeMessage(mail: OutgoingMail, from: Sender): SendMailOptions {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  const { 'Reply-To': replyTo, From: fromName, To: to, Cc: cc, ...headers } = safeHeaders(mail.headers)
  const recipient = requireAddress(mail.to)
  return {
    from: {
      name: withoutLongWords(headerText(fromName ?? from.name)),
      address: requireAddress(from.address),
    },
    // Nobody but those in copy is named to a recipient of a blind copy.
    ...((to || !cc) && { to: listed(to ?? recipient) }),
    ...(cc && { cc: listed(cc) }),
    envelope: { from: from.returnPath?.addressOf(mail.id) ?? requireAddress(from.address), to: [recipient] },
    ...(from.dkim && { dkim: dkimOptions(from.dkim) }),
    ...(replyTo && { replyTo: { name: '', address: requireAddress(replyTo) } }),
    subject: withoutLongWords(headerText(mail.subject)),
    text: mail.text,
    html: mail.html,
    headers: { ...foldable(headers), 'Auto-Submitted': 'auto-generated' },
    messageId: `<${mail.id}@${domain}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** A field is folded at its spaces, and a line has 998 characters at most (RFC 5322): a longer word is cut. */
const LONGEST_WORD = 900
const withoutLongWords = (text: string): string =>
  text.replace(/\S+/g, (word) => (word.length > LONGEST_WORD ? word.slice(0, LONGEST_WORD) : word))

const foldable = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withoutLongWords(value)]))

const listed = (addresses: string) =>
  addresses.split(',').map((address) => ({ name: '', address: requireAddress(address) }))
