import { z } from 'zod'
import { AddressStop, MailReturn } from './returned/schema.ts'

const mailStates = ['queued', 'sending', 'sent', 'failed'] as const

export const MailState = z.enum(mailStates)
export type MailState = z.infer<typeof MailState>

/** A mail as the list shows it, without its content. */
export const MailSummary = z.object({
  id: z.string(),
  batchId: z.string(),
  to: z.string(),
  subject: z.string(),
  template: z.string(),
  state: MailState,
  attempts: z.number().int(),
  lastError: z.string().nullable(),
  createdAt: z.date(),
  nextAttemptAt: z.date(),
  sentAt: z.date().nullable(),
})
export type MailSummary = z.infer<typeof MailSummary>

/** A mail with its content, for the admin page. */
export const Mail = MailSummary.extend({
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()),
})
export type Mail = z.infer<typeof Mail>

const shown = {
  /** What is left out because it is for the recipient alone. */
  isWithheld: z.boolean(),
  /** How it came back; null for one that did not. */
  returned: MailReturn.nullable(),
}

/** A mail of the outbox as super admins see it. */
export const OutboxEntry = MailSummary.extend(shown)

/** A mail of the outbox with its content, as super admins see it. */
export const OutboxMail = Mail.extend({
  ...shown,
  /** Why its recipient gets no mail but what a person must get; null for whoever gets all. */
  stop: AddressStop.nullable(),
})
