import { users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import { findReturns } from '@freeor/messaging/returned/queries'
import type { MailReturn } from '@freeor/messaging/returned/schema'
import { mailOutbox } from '@freeor/messaging/tables'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, type SQL, sql, sum } from 'drizzle-orm'
import { sumPromosOf } from '../promos/queries.ts'
import { mostRetries } from './limits.ts'
import type { Email, EmailRecipient, EmailState } from './schema.ts'
import { emailRecipientRows, emails } from './tables.ts'

const DAY_MS = 86_400_000
const SHOWN = 50

type Asked = { readonly scope: CompanyScope; readonly id: string }

/** A message is its sender's own: for a colleague it does not exist. */
const isOf = ({ userId, companyId }: CompanyScope): SQL | undefined =>
  and(eq(emails.userId, userId), eq(emails.companyId, companyId))

/** One's own message with the state of each recipient. @throws AppError not_found, the same for another's */
export async function getEmail(tx: Tx, { scope, id }: Asked): Promise<Email> {
  const [found] = await read(tx, and(eq(emails.id, id), isOf(scope)))
  if (!found) throw noEmail()
  return found
}

const noEmail = () => new AppError('not_found', 'There is no such message')

/** One's own messages, newest first, at most 50. */
export async function listEmails(tx: Tx, scope: CompanyScope): Promise<Email[]> {
  return await read(tx, isOf(scope))
}

async function read(tx: Tx, isIt: SQL | undefined): Promise<Email[]> {
  const found = await tx
    .select()
    .from(emails)
    .where(isIt)
    .orderBy(desc(emails.createdAt), desc(emails.id))
    .limit(SHOWN)
  const ids = found.map(({ id }) => id)
  const recipients = await readRecipientsOf(tx, ids)
  const earned = await sumPromosOf(tx, ids)
  return found.map(({ id, subject, searchId, createdAt }) => ({
    ...{ id, subject, savedSearch: searchId, timestamp: createdAt.toISOString() },
    freeLeads: earned.get(id) ?? 0,
    freeLeadsPending: searchId !== null && recipients.some((one) => one.emailId === id && one.isUndecided),
    recipients: recipients.flatMap(({ emailId, recipient }) => (emailId === id ? [recipient] : [])),
  }))
}

async function readRecipientsOf(tx: Tx, emailIds: readonly string[]) {
  if (emailIds.length === 0) return []
  const { emailId, address, kind, retries, decidedAt, mailId } = emailRecipientRows
  const { state, lastError, sentAt } = mailOutbox
  const rows = await tx
    .select({ emailId, address, kind, retries, decidedAt, mailId, state, lastError, sentAt })
    .from(emailRecipientRows)
    .innerJoin(mailOutbox, eq(mailOutbox.id, emailRecipientRows.mailId))
    .where(inArray(emailId, [...emailIds]))
    .orderBy(asc(emailRecipientRows.position))
  const returns = await findReturns(
    tx,
    rows.map((row) => row.mailId),
  )
  return rows.map((row) => ({
    emailId: row.emailId,
    isUndecided: row.state === 'sent' && row.decidedAt === null,
    recipient: toRecipient(row, returns.get(row.mailId)),
  }))
}

type RecipientRow = Pick<typeof emailRecipientRows.$inferSelect, 'address' | 'kind' | 'retries'> &
  Pick<typeof mailOutbox.$inferSelect, 'state' | 'lastError' | 'sentAt'>

function toRecipient(
  { address, kind, retries, state, lastError, sentAt }: RecipientRow,
  returned: MailReturn | undefined,
): EmailRecipient {
  return {
    ...{ email: address, kind, state: stateOf(state), reason: lastError },
    sentAt: sentAt?.toISOString() ?? null,
    canRetry: state === 'failed' && retries < mostRetries,
    returned: returned ? { ...returned, receivedAt: returned.receivedAt.toISOString() } : null,
  }
}

/** A mail that is being handed over is still queued for whoever waits for it. */
const stateOf = (state: RecipientRow['state']): EmailState => (state === 'sending' ? 'queued' : state)

/** A recipient of one's own message, locked. @throws AppError not_found */
export async function getRecipient(
  tx: Tx,
  { scope, id, address }: Asked & { readonly address: string },
): Promise<typeof emailRecipientRows.$inferSelect> {
  const isTheirs = tx
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.id, id), isOf(scope)))
  const [found] = await tx
    .select()
    .from(emailRecipientRows)
    .where(
      and(
        inArray(emailRecipientRows.emailId, isTheirs),
        sql`lower(${emailRecipientRows.address}) = ${address.trim().toLowerCase()}`,
      ),
    )
    .for('update')
  if (!found) throw noEmail()
  return found
}

/** Recipients of an account's messages within a day, each retry counted too. */
export async function countRecipientsToday(tx: Tx, companyId: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - DAY_MS)
  const [row] = await tx
    .select({ all: sum(sql`1 + ${emailRecipientRows.retries}`) })
    .from(emailRecipientRows)
    .innerJoin(emails, eq(emails.id, emailRecipientRows.emailId))
    .where(and(eq(emails.companyId, companyId), gt(emails.createdAt, since)))
  return Number(row?.all ?? 0)
}

/** A message that shares a search, with who sent it and from which address. */
export type SharingEmail = {
  readonly id: string
  readonly companyId: string
  readonly userId: string
  readonly sender: string
}

const isUndecided = and(isNull(emailRecipientRows.decidedAt), eq(mailOutbox.state, 'sent'))

/**
 * Messages that share a search and have mails that were accepted since the last decision, the oldest first, at most 500.
 * One that is under way is left until each of its mails was tried once, so that a message is decided in one go.
 */
export async function listDecidable(tx: Tx): Promise<SharingEmail[]> {
  const { id, companyId, userId } = emails
  const isUnderWay = sql`EXISTS (SELECT 1 FROM email_recipients r JOIN mail_outbox o ON o.id = r.mail_id
    WHERE r.email_id = ${id} AND o.state IN ('queued', 'sending') AND o.last_error IS NULL)`
  return await tx
    .selectDistinctOn([emails.createdAt, id], { id, companyId, userId, sender: users.email })
    .from(emailRecipientRows)
    .innerJoin(emails, eq(id, emailRecipientRows.emailId))
    .innerJoin(mailOutbox, eq(mailOutbox.id, emailRecipientRows.mailId))
    .innerJoin(users, eq(users.id, userId))
    .where(and(isUndecided, isNotNull(emails.searchId), sql`NOT ${isUnderWay}`))
    .orderBy(asc(emails.createdAt), asc(id))
    .limit(500)
}

/** The recipients of a message whose mails were accepted and which nobody has decided on, locked. */
export async function takeDecidable(tx: Tx, emailId: string) {
  const { position, address, addressKey } = emailRecipientRows
  return await tx
    .select({ position, address, addressKey })
    .from(emailRecipientRows)
    .innerJoin(mailOutbox, eq(mailOutbox.id, emailRecipientRows.mailId))
    .where(and(eq(emailRecipientRows.emailId, emailId), isUndecided))
    .for('update', { of: emailRecipientRows })
}
