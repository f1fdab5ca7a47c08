import { createHash } from 'node:crypto'
import { addressKey } from '@freeor/accounts/address-key'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import { queueWritten, retryMail, suppressMail } from '@freeor/messaging/commands'
import { getMail } from '@freeor/messaging/queries'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { lockLeadCustomer } from '../allowance/commands.ts'
import { requireActivePlan } from '../allowance/queries.ts'
import { emailRecipients, keptDays, mostRetries } from './limits.ts'
import { missingFields } from './missing-fields.ts'
import type { EmailDeps, EmailSender, SharedSearch } from './ports.ts'
import { countRecipientsToday, getEmail, getRecipient } from './queries.ts'
import { type Recipient, readRecipients } from './read-recipients.ts'
import type { Email, EmailAccepted, EmailInput } from './schema.ts'
import { makeMailStopToken, readMailStopToken } from './stop-token.ts'
import { emailRecipientRows, emails } from './tables.ts'
import { missingTexts } from './texts.ts'
import { writeEmail } from './write-email.ts'

const DAY_MS = 86_400_000

export type SendRequest = {
  readonly input: EmailInput
  /** Sent twice under the same key, it is one message. */
  readonly key?: string | undefined
  /** The search that it shares, with the link made in the transaction of the message. */
  shared?(tx: Tx): Promise<SharedSearch>
}

/** @throws AppError invalid_request in the specification's words, naming every field that is missing */
function requireFields(input: EmailInput): void {
  const missing = missingFields(input)
  const [first] = missing
  if (first === undefined) return
  const errors = missing.map((field) => ({ path: `body.${field}`, message: missingTexts[field] }))
  throw new AppError('invalid_request', missingTexts[first], { details: { field: first, errors } })
}

/**
 * Puts a message into the outbox, a copy for each recipient; nothing is sent before the transaction ends.
 * @throws AppError invalid_request for a missing field, in the specification's words, for no address and for too many;
 *   payment_required without an active plan; forbidden for a viewer; rate_limited past the recipients of a day;
 *   conflict for another message under the same key.
 */
export async function sendEmail(
  deps: EmailDeps,
  sender: EmailSender,
  request: SendRequest,
): Promise<EmailAccepted> {
  const { input, key } = request
  requireFields(input)
  const recipients = readRecipients(input)
  const { companyId, userId } = sender.scope
  await requireActivePlan(deps.db, sender.scope)
  return await deps.db.transaction(async (tx) => {
    // Two messages of an account at the same time wait for each other, so that the day's limit holds.
    await lockLeadCustomer(tx, companyId, userId)
    const id = newId('eml')
    const now = deps.clock.now()
    const requestHash = hashOf(input)
    const sent = key === undefined ? undefined : await findSent(tx, { userId, key, requestHash })
    if (sent !== undefined) return acceptedOf(await getEmail(tx, { scope: sender.scope, id: sent }))
    await requireRoom(tx, { companyId, now, wanted: recipients.length })
    const shared = await request.shared?.(tx)
    const { mails, subject } = await queueCopies(deps, tx, { sender, input, recipients, shared, now })
    const row = { id, companyId, userId, sentKey: key ?? id, requestHash, subject, createdAt: now }
    await tx.insert(emails).values({ ...row, searchId: shared?.search.id ?? null })
    await tx.insert(emailRecipientRows).values(
      recipients.map(({ address, kind }, position) => ({
        ...{ emailId: id, position, address, kind, mailId: mails[position]?.id ?? '' },
        addressKey: addressKey(deps.secret, address),
      })),
    )
    await deps.beginDelivery(tx)
    return { id, recipients: mails.map(({ to: email, state }) => ({ email, state })) }
  })
}

const hashOf = (input: EmailInput): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('base64url')

type SentKey = { readonly userId: string; readonly key: string; readonly requestHash: string }

async function findSent(tx: Tx, { userId, key, requestHash }: SentKey): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: emails.id, hash: emails.requestHash })
    .from(emails)
    .where(and(eq(emails.userId, userId), eq(emails.sentKey, key)))
  if (row !== undefined && row.hash !== requestHash)
    throw new AppError('conflict', 'Another message was sent under this Idempotency-Key.')
  return row?.id
}

const acceptedOf = ({ id, recipients }: Email): EmailAccepted => ({
  id,
  recipients: recipients.map(({ email, state }) => ({ email, state })),
})

type Room = { readonly companyId: string; readonly now: Date; readonly wanted: number }

/** @throws AppError rate_limited when the account's recipients of a day would be more than it may have */
async function requireRoom(tx: Tx, { companyId, now, wanted }: Room): Promise<void> {
  const { inDay } = emailRecipients
  const had = await countRecipientsToday(tx, companyId, now)
  if (had + wanted <= inDay) return
  const left = Math.max(0, inDay - had)
  throw new AppError(
    'rate_limited',
    `An account writes to ${inDay} recipients a day at most: ${left} are left.`,
    { details: { limit: inDay, left } },
  )
}

type Copies = {
  readonly sender: EmailSender
  readonly input: EmailInput
  readonly recipients: readonly Recipient[]
  readonly shared: SharedSearch | undefined
  readonly now: Date
}

/** Bcc recipients get a copy that names those of To and Cc, and nobody's names them. */
async function queueCopies(deps: EmailDeps, tx: Tx, { sender, input, recipients, shared, now }: Copies) {
  const of = (kind: Recipient['kind']) =>
    recipients.flatMap((one) => (one.kind === kind ? [one.address] : []))
  const copyFor = await writeEmail(deps, {
    ...{ sender, input },
    shared: shared && { ...shared.search, url: shared.url },
  })
  const letters = recipients.map(({ address }) => {
    const id = newId('mail')
    return { id, to: address, ...copyFor(makeMailStopToken(deps.secret, id)) }
  })
  const { mails } = await queueWritten(tx, {
    ...{ letters, now, template: shared ? 'shared-search' : 'message' },
    shown: { to: of('to'), cc: of('cc') },
    headers: { 'Reply-To': sender.superAdmin ? input.from.email : sender.email },
    ...(sender.superAdmin && { fromName: input.from.name }),
  })
  return { mails, subject: letters[0]?.subject ?? '' }
}

export type Retry = {
  readonly sender: Pick<EmailSender, 'scope'>
  readonly emailId: string
  readonly address: string
}

/**
 * Sends a message once more to a recipient for whom it failed.
 * @throws AppError not_found, also for another's; conflict where it did not fail, or the recipient wants no more
 */
export async function retryRecipient(
  deps: Pick<EmailDeps, 'db' | 'clock' | 'beginDelivery'>,
  { sender: { scope }, emailId, address }: Retry,
): Promise<Email> {
  return await deps.db.transaction(async (tx) => {
    await lockLeadCustomer(tx, scope.companyId, scope.userId)
    const { mailId, position, retries } = await getRecipient(tx, { scope, id: emailId, address })
    if (retries >= mostRetries)
      throw new AppError('conflict', `This message was sent ${mostRetries + 1} times already.`)
    const now = deps.clock.now()
    await requireRoom(tx, { companyId: scope.companyId, now, wanted: 1 })
    if (!(await retryMail(tx, { id: mailId, now })))
      throw new AppError('conflict', 'This recipient cannot be written to again.')
    await tx
      .update(emailRecipientRows)
      .set({ retries: sql`${emailRecipientRows.retries} + 1` })
      .where(and(eq(emailRecipientRows.emailId, emailId), eq(emailRecipientRows.position, position)))
    await deps.beginDelivery(tx)
    return await getEmail(tx, { scope, id: emailId })
  })
}

type Stop = { readonly secret: string; readonly token: string }

/** Whose mails a link stops: the address, mostly covered. @throws AppError not_found for a link that is not ours */
export async function openMailStop(tx: Tx, { secret, token }: Stop): Promise<{ email: string }> {
  return { email: covered(await addressOf(tx, { secret, token })) }
}

/** No more mail of this kind to whoever got the mail; nobody is signed in. Idempotent. @throws AppError not_found */
export async function stopMails(
  tx: Tx,
  { now, ...stop }: Stop & { readonly now: Date },
): Promise<{ email: string }> {
  const address = await addressOf(tx, stop)
  await suppressMail(tx, address, now)
  return { email: covered(address) }
}

async function addressOf(tx: Tx, { secret, token }: Stop): Promise<string> {
  const mailId = readMailStopToken(secret, token)
  if (mailId === undefined) throw new AppError('not_found', 'This link does not work.')
  return (await getMail(tx, mailId)).to
}

/** A forwarded mail tells its reader no address that they do not know. */
const covered = (address: string) => address.replace(/^(.)[^@]*/, '$1•••')

type Decision = { readonly emailId: string; readonly positions: readonly number[]; readonly now: Date }

/** Free leads are decided once for a recipient of a message. */
export async function markDecided(tx: Tx, { emailId, positions, now }: Decision): Promise<void> {
  const { position } = emailRecipientRows
  await tx
    .update(emailRecipientRows)
    .set({ decidedAt: now })
    .where(and(eq(emailRecipientRows.emailId, emailId), inArray(position, [...positions])))
}

/** Deletes messages from long ago; for a daily job. */
export async function forgetEmails(tx: Tx, now: Date): Promise<void> {
  await tx.delete(emails).where(lt(emails.createdAt, new Date(now.getTime() - keptDays * DAY_MS)))
}
