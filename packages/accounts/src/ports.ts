import type { Tx } from '@freeor/postgres/database'

/** The mails accounts send; the composition root hands them to the outbox. */
export type AccountMail =
  | { to: string; template: 'reset-password'; props: { url: string; minutes: number } }
  | { to: string; template: 'account-exists'; props: { loginUrl: string; resetUrl: string } }
  | { to: string; template: 'verify-email'; props: { url: string; hours: number } }

/** Writes a mail into the outbox inside the caller's transaction. */
export type QueueAccountMail = (tx: Tx, mail: AccountMail) => Promise<unknown>

export type CompanyCreated = {
  readonly companyId: string
  readonly userId: string
  readonly email: string
  readonly now: Date
}

/** What higher layers do when a company comes into being, in the same transaction. */
export type OnCompanyCreated = (tx: Tx, company: CompanyCreated) => Promise<void>
