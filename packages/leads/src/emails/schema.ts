import { z } from 'zod'
import { emailLengths } from './limits.ts'

const recipientKind = z.enum(['to', 'cc', 'bcc'])
export type RecipientKind = z.infer<typeof recipientKind>

const addresses = z.string().max(emailLengths.recipients).default('')

/** What the mail tool is given. A field that is left out is empty: the answer then names it in the specification's words. */
export const emailInput = z.strictObject({
  /** Addresses, separated by commas; spaces are removed. */
  to: addresses,
  cc: addresses,
  bcc: addresses,
  /** Only super admins choose: the name is shown, and answers go to the address. Everybody else's go to their own. */
  from: z
    .strictObject({
      email: z.string().max(emailLengths.name).default(''),
      name: z.string().max(emailLengths.name).default(''),
    })
    .default({ email: '', name: '' }),
  subject: z.string().max(emailLengths.subject).default(''),
  /** What the sender says, as text. A super admin's is the whole text of the mail. */
  text: z.string().max(emailLengths.text).default(''),
  /** Sent, cleaned, for super admins. Everybody else's mail is made of our template. */
  html: z.string().max(emailLengths.html).default(''),
  /** The id of one's own saved search, which the mail then shares. */
  savedSearch: z.string().max(60).optional(),
})
export type EmailInput = z.output<typeof emailInput>

/** `queued` until the mail server has accepted or refused it. */
const emailState = z.enum(['queued', 'sent', 'failed'])
export type EmailState = z.infer<typeof emailState>

/** What was begun: the recipients in the order they were named. */
export const emailAccepted = z.object({
  id: z.string(),
  recipients: z.array(z.object({ email: z.string(), state: emailState })),
})
export type EmailAccepted = z.infer<typeof emailAccepted>

const emailRecipient = z.object({
  email: z.string(),
  kind: recipientKind,
  state: emailState,
  /** What the mail server said, where it failed or is tried again. */
  reason: z.string().nullable(),
  /** When the mail server accepted it. */
  sentAt: z.iso.datetime().nullable(),
  canRetry: z.boolean(),
  /**
   * How the mail came back after the mail server accepted it. `hard`: the address takes no mail. `soft`: it did not arrive
   * yet, or not this time. `complaint`: the recipient reported it as unwanted.
   */
  returned: z
    .object({
      kind: z.enum(['hard', 'soft', 'complaint']),
      reason: z.string().nullable(),
      receivedAt: z.iso.datetime(),
    })
    .nullable(),
})
export type EmailRecipient = z.infer<typeof emailRecipient>

/** A message as its sender sees it. */
export const email = z.object({
  id: z.string(),
  subject: z.string(),
  /** The search it shares, while the sender has it. */
  savedSearch: z.string().nullable(),
  timestamp: z.iso.datetime(),
  /** Leads that it earned the account so far. */
  freeLeads: z.int(),
  /** The mail server has accepted mails of which it is not decided yet whether they earn free leads. */
  freeLeadsPending: z.boolean(),
  recipients: z.array(emailRecipient),
})
export type Email = z.infer<typeof email>

/** What mail programs would make of it; `error` where some would not show it as meant. */
const emailWarning = z.object({ severity: z.enum(['error', 'warning']), text: z.string() })

/** The mail as its recipients would get it, without anybody's own link. */
export const emailPreview = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** UTF-8, of the html. */
  bytes: z.int(),
  warnings: z.array(emailWarning),
})
export type EmailPreview = z.infer<typeof emailPreview>

/** What the link of a mail stops. */
export const mailStopInput = z.strictObject({ token: z.string().min(1).max(200) })
