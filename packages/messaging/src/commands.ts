import { newId } from '@freeor/kernel/ids'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { requireAddress, safeHeaders } from './header-safety.ts'
import type { Tx } from './ports.ts'
import { findStops } from './returned/queries.ts'
import type { AddressStop } from './returned/schema.ts'
import { mailOutbox, mailSuppressions } from './tables.ts'
import { type Brand, type RenderedMail, renderMail, type TemplateMail } from './templates.ts'

export type QueuedMail = TemplateMail & {
  /** One address or several; each gets a mail of its own. */
  readonly to: string | readonly string[]
  readonly brand: Brand
  readonly now: Date
  /** Further headers, e.g. `Reply-To`. Control characters are taken out of the values. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * True for what a person must get: codes, links to log in, what happened to their account, receipts. It goes also to an
   * address that mail came back from, or whose reader complained.
   */
  readonly isEssential?: boolean
  /**
   * For mail that one person sends another through us: where a recipient can stop it. It becomes List-Unsubscribe, and
   * mail to addresses that have unsubscribed fails at once. Mail about a recipient's own account has none.
   */
  unsubscribeUrl?(address: string): string
}

export type QueueOutcome = {
  readonly batchId: string
  readonly mails: readonly { readonly id: string; readonly to: string; readonly state: 'queued' | 'failed' }[]
}

/** Why an address gets no mail, for whoever wanted to write to it; null where nothing speaks against it. */
export function sentenceOf(stop: AddressStop | undefined): string | null {
  if (stop === undefined) return null
  if (stop.kind === 'complaint') return UNSUBSCRIBED
  return `Mail to this address came back${stop.reason ? `: ${stop.reason}` : '.'}`
}

const UNSUBSCRIBED = 'The recipient has asked for no more mail.'

/**
 * Writes a mail into the outbox, one row per recipient, inside the caller's transaction: a rollback sends nothing. One
 * address gets one mail, in whatever case it is written.
 * @throws AppError `invalid_request` for an invalid address or header name.
 */
export async function queueMail(tx: Tx, mail: QueuedMail): Promise<QueueOutcome> {
  const recipients = uniqueAddresses(typeof mail.to === 'string' ? [mail.to] : mail.to)
  const { template, now, headers = {}, isEssential = false } = mail
  const letters = await Promise.all(
    recipients.map(async (to) => {
      const unsubscribeUrl = mail.unsubscribeUrl?.(to)
      return {
        id: newId('mail'),
        to,
        unsubscribeUrl,
        ...(await renderMail(mail, mail.brand, unsubscribeUrl)),
      }
    }),
  )
  return await queueWritten(tx, { letters, template, now, headers, isEssential })
}

/** One recipient's copy of a mail. */
export type WrittenLetter = RenderedMail & {
  readonly id: string
  /** One plain address. */
  readonly to: string
  readonly unsubscribeUrl?: string | undefined
}

export type WrittenMail = {
  readonly letters: readonly WrittenLetter[]
  readonly template: string
  readonly now: Date
  readonly headers: Readonly<Record<string, string>>
  /** A person must get it, wherever mail came back from; false unless told. */
  readonly isEssential?: boolean
  /** Whom every copy names in its To and Cc, whoever it goes to; each copy only its own recipient unless told. */
  readonly shown?: ShownRecipients
  /** The name beside the configured address; the configured one unless told. */
  readonly fromName?: string | undefined
}

export type ShownRecipients = { readonly to: readonly string[]; readonly cc: readonly string[] }

/**
 * Writes a mail into the outbox whose text each recipient has a copy of already, inside the caller's transaction. Who
 * unsubscribed from this kind of mail gets none, and is failed at once; so does an address that mail came back from.
 * @throws AppError `invalid_request` for an invalid address or header name.
 */
export async function queueWritten(tx: Tx, mail: WrittenMail): Promise<QueueOutcome> {
  const { letters, template, now, isEssential = false } = mail
  const batchId = newId('mail')
  if (letters.length === 0) return { batchId, mails: [] }
  const headers = { ...safeHeaders(mail.headers), ...shownHeaders(mail) }
  const stoppable = letters.filter(({ unsubscribeUrl }) => unsubscribeUrl !== undefined).map(({ to }) => to)
  const suppressed = await findSuppressed(tx, stoppable)
  const stops = await findStops(tx, isEssential ? [] : letters.map(({ to }) => to))
  const rows = letters.map(({ id, to, unsubscribeUrl, subject, text, html }) => {
    const refusal = suppressed.has(to.toLowerCase()) ? UNSUBSCRIBED : sentenceOf(stops.get(to.toLowerCase()))
    return {
      ...{ id, batchId, to: requireAddress(to), subject, text, html, template, isEssential },
      headers: { ...headers, ...unsubscribeHeaders(unsubscribeUrl) },
      state: refusal === null ? ('queued' as const) : ('failed' as const),
      lastError: refusal,
      createdAt: now,
      nextAttemptAt: now,
    }
  })
  await tx.insert(mailOutbox).values(rows)
  return { batchId, mails: rows.map(({ id, to, state }) => ({ id, to, state })) }
}

/** `composeMessage` reads them: they are no further headers, but the fields of every message. */
function shownHeaders({ shown, fromName }: WrittenMail): Record<string, string> {
  const list = (addresses: readonly string[] = []) => addresses.map(requireAddress).join(', ')
  return safeHeaders({
    ...(shown && shown.to.length > 0 && { To: list(shown.to) }),
    ...(shown && shown.cc.length > 0 && { Cc: list(shown.cc) }),
    ...(fromName && { From: fromName }),
  })
}

/**
 * Queues a mail that failed once more, from its first attempt. One whose recipient wants no more stays failed.
 * @returns whether it is queued now
 */
export async function retryMail(
  tx: Tx,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<boolean> {
  const isFailed = and(eq(mailOutbox.id, id), eq(mailOutbox.state, 'failed'))
  const { to, isEssential } = mailOutbox
  const [mail] = await tx.select({ to, isEssential }).from(mailOutbox).where(isFailed).for('update')
  if (!mail || (await findSuppressed(tx, [mail.to])).size > 0) return false
  if (!mail.isEssential && (await findStops(tx, [mail.to])).size > 0) return false
  await tx
    .update(mailOutbox)
    .set({ state: 'queued', attempts: 0, interruptions: 0, lastError: null, nextAttemptAt: now })
    .where(isFailed)
  return true
}

/** Records that `address` wants no more mail of the kind that can be unsubscribed from. Idempotent. */
export async function suppressMail(tx: Tx, address: string, now: Date): Promise<void> {
  await tx
    .insert(mailSuppressions)
    .values({ address: requireAddress(address).toLowerCase(), createdAt: now })
    .onConflictDoNothing()
}

/** Deletes the content, with its links, of mails settled before `before`. @returns how many. */
export async function forgetMailContent(tx: Tx, before: Date): Promise<number> {
  const settled: SQL = sql`${mailOutbox.state} IN ('sent', 'failed') AND ${mailOutbox.createdAt} < ${before}
    AND ${mailOutbox.html} <> ''`
  const { rowCount } = await tx.update(mailOutbox).set({ text: '', html: '' }).where(settled)
  return rowCount ?? 0
}

function uniqueAddresses(addresses: readonly string[]): string[] {
  const unique = new Map<string, string>()
  for (const value of addresses) {
    const address = requireAddress(value)
    if (!unique.has(address.toLowerCase())) unique.set(address.toLowerCase(), address)
  }
  return [...unique.values()]
}

async function findSuppressed(tx: Tx, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const rows = await tx
    .select({ address: mailSuppressions.address })
    .from(mailSuppressions)
    .where(
      inArray(
        mailSuppressions.address,
        addresses.map((address) => address.toLowerCase()),
      ),
    )
  return new Set(rows.map((row) => row.address))
}

/** RFC 8058: the mail program's own button posts to the address. */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (url === undefined) return {}
  return safeHeaders({
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
}
