import type { SendMailOptions } from 'nodemailer'
import { headerText, requireAddress, safeHeaders } from './header-safety.ts'
import type { OutgoingMail, Sender } from './ports.ts'

/**
 * The message as nodemailer takes it. Rows come from our own outbox, yet every header is cleaned once more here,
 * where it leaves. Addresses are objects, which nodemailer does not parse as lists.
 */
export function composeMessage(mail: OutgoingMail, from: Sender): SendMailOptions {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  const { 'Reply-To': replyTo, ...headers } = safeHeaders(mail.headers)
  return {
    from: { name: headerText(from.name), address: requireAddress(from.address) },
    to: [{ name: '', address: requireAddress(mail.to) }],
    ...(replyTo && { replyTo: { name: '', address: requireAddress(replyTo) } }),
    subject: headerText(mail.subject),
    text: mail.text,
    html: mail.html,
    headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
    messageId: `<${mail.id}@${domain}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
