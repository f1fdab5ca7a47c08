import type { Clock } from '@freeor/kernel/clock'
import type { Database, Tx } from '@freeor/postgres/database'

/** A message as the mail about it is written. */
export type MessageToMail = {
  readonly courseId: string
  readonly courseName: string
  readonly subject: string
  readonly text: string
  readonly replyTo: string
}

/** Queues the mails of a message, in the transaction that remembers them. @returns the mail of each address */
export type MailMessage = (
  tx: Tx,
  recipients: readonly { readonly userId: string; readonly email: string }[],
  message: MessageToMail,
) => Promise<ReadonlyMap<string, string>>

/** The mail as learners get it. */
export type ShowMessage = (
  message: MessageToMail,
) => Promise<{ readonly subject: string; readonly text: string }>

export type MessageDeps = {
  readonly db: Database
  readonly clock: Clock
  readonly mailMessage: MailMessage
  /** Begins the work of `queueMessageMails`, in the transaction that keeps the message. */
  readonly beginMessage: (tx: Tx, messageId: string) => Promise<void>
}
