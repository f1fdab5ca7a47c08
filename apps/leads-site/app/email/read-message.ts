import type { ReadForm } from '@freeor/site-frame/frame/answer'
import type { EmailPreview, Message } from '../api/email.ts'

/** What the form of the mail tool was sent with. */
export const readMessage = ({ text }: ReadForm): Message => ({
  ...{ to: text('to'), cc: text('cc'), bcc: text('bcc') },
  from: { email: text('fromEmail'), name: text('fromName') },
  ...{ subject: text('subject'), text: text('text'), html: text('html') },
  ...(text('savedSearch') && { savedSearch: text('savedSearch') }),
})

/** Addresses in all fields; what is double counts once. */
export const countRecipients = ({ to, cc, bcc }: Message): number =>
  new Set([to, cc, bcc].join(',').toLowerCase().replaceAll(/\s/g, '').split(',').filter(Boolean)).size

/** A message as it would be sent: what was not typed in is what the preview shows. */
export const completed = (message: Message, preview: EmailPreview): Message => ({
  ...message,
  subject: message.subject || preview.subject,
  html: message.html || preview.html,
})
