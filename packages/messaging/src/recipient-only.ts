import type { Mail } from './schema.ts'
import type { TemplateMail } from './templates.ts'

/** Mails with a link or code that lets anybody who has it act as the recipient. */
const templates = new Set<string>([
  ...(['reset-password', 'verification-code', 'invitation'] satisfies TemplateMail['template'][]),
  // No longer sent; the outbox may keep some.
  'verify-email',
])

/**
 * A mail as super admins may see it. Where mail leaves the server, the link or the code for another user would let them
 * act as that user without any reason, notice and audit row. A mail in a folder stays whole: nobody else reads it.
 */
export function asSuperAdminsSee<Shown extends Pick<Mail, 'template' | 'subject'>>(
  mail: Shown,
  { isOutgoing }: { isOutgoing: boolean },
): Shown & { isWithheld: boolean } {
  if (!isOutgoing || !templates.has(mail.template)) return { ...mail, isWithheld: false }
  const content = 'text' in mail ? { text: '', html: '' } : {}
  return { ...mail, ...content, subject: mail.subject.replace(/\d/g, '•'), isWithheld: true }
}
