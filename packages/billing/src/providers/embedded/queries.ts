import type { Tx } from '@freeor/postgres/database'
import { desc, eq, sql } from 'drizzle-orm'
import type { ProviderAccount, ProviderInvoice, ProviderSubscription } from '../ports.ts'
import { embeddedAccounts, embeddedCredits, embeddedInvoices, embeddedSubscriptions } from './tables.ts'

export type Account = typeof embeddedAccounts.$inferSelect
export type Subscription = typeof embeddedSubscriptions.$inferSelect
export type Invoice = typeof embeddedInvoices.$inferSelect

export const showAccount = ({ id, code, email }: Account): ProviderAccount => ({ id, code, email })

export function showSubscription(row: Subscription, accountCode: string): ProviderSubscription {
  const { accountId: _, failedAttempts, nextAttemptAt, ...shown } = row
  const isOverdue = row.status === 'past_due' || row.status === 'failed'
  return { ...shown, accountCode, dunning: isOverdue ? { failedAttempts, nextAttemptAt } : null }
}

function showInvoice(row: Invoice, accountCode: string): ProviderInvoice {
  const { id, subscriptionId, state, createdAt, paidAt, totalCents } = row
  return {
    id,
    number: String(row.number),
    accountCode,
    subscriptionId,
    state,
    createdAt,
    paidAt,
    totalCents,
    paidCents: state === 'paid' ? totalCents : 0,
    lines: row.lines.map((line) => ({
      description: line.description,
      amountCents: line.amountCents,
      plan: line.plan ?? null,
      startsAt: new Date(line.startsAt),
      endsAt: new Date(line.endsAt),
    })),
    billedTo: row.billedTo,
  }
}

/** By our code. */
export async function findAccount(tx: Tx, code: string): Promise<Account | undefined> {
  const [account] = await tx.select().from(embeddedAccounts).where(eq(embeddedAccounts.code, code))
  return account
}

/** A subscription with its account, by id or by `uuid-` and its uuid. */
export async function findSubscription(
  tx: Tx,
  id: string,
): Promise<{ subscription: Subscription; account: Account } | undefined> {
  const isIt = id.startsWith('uuid-')
    ? eq(embeddedSubscriptions.uuid, id.slice('uuid-'.length))
    : eq(embeddedSubscriptions.id, id)
  const [row] = await tx
    .select({ subscription: embeddedSubscriptions, account: embeddedAccounts })
    .from(embeddedSubscriptions)
    .innerJoin(embeddedAccounts, eq(embeddedAccounts.id, embeddedSubscriptions.accountId))
    .where(isIt)
  return row
}

/** Newest first. */
export async function listSubscriptionsOf(tx: Tx, code: string): Promise<ProviderSubscription[]> {
  const rows = await tx
    .select({ subscription: embeddedSubscriptions })
    .from(embeddedSubscriptions)
    .innerJoin(embeddedAccounts, eq(embeddedAccounts.id, embeddedSubscriptions.accountId))
    .where(eq(embeddedAccounts.code, code))
    .orderBy(desc(embeddedSubscriptions.activatedAt), desc(embeddedSubscriptions.id))
  return rows.map(({ subscription }) => showSubscription(subscription, code))
}

/** The code of the account that an invoice is for. */
export async function findAccountOfInvoice(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ code: embeddedAccounts.code })
    .from(embeddedInvoices)
    .innerJoin(embeddedAccounts, eq(embeddedAccounts.id, embeddedInvoices.accountId))
    .where(eq(embeddedInvoices.id, id))
  return row?.code
}

/** Newest first. */
export async function listInvoicesOf(tx: Tx, code: string): Promise<ProviderInvoice[]> {
  const rows = await tx
    .select({ invoice: embeddedInvoices })
    .from(embeddedInvoices)
    .innerJoin(embeddedAccounts, eq(embeddedAccounts.id, embeddedInvoices.accountId))
    .where(eq(embeddedAccounts.code, code))
    .orderBy(desc(embeddedInvoices.number))
  return rows.map(({ invoice }) => showInvoice(invoice, code))
}

/** The account's credit in cents. */
export async function sumCredit(tx: Tx, accountId: string): Promise<number> {
  const [row] = await tx
    .select({ cents: sql<number>`coalesce(sum(${embeddedCredits.amountCents}), 0)::int` })
    .from(embeddedCredits)
    .where(eq(embeddedCredits.accountId, accountId))
  return row?.cents ?? 0
}

export type BooksViolation = { readonly id: string; readonly detail: string }

/**
 * What is wrong in the provider's books: an invoice that is not the sum of its lines; one that is paid by more or
 * less than it costs; a period billed or an account credited beyond what it has. For `doctor`.
 */
export async function checkBooks(tx: Tx): Promise<BooksViolation[]> {
  const { rows } = await tx.execute<{ id: string; detail: string }>(sql`
    SELECT i.id, format('lines %s, total %s', line_sum, i.total_cents) AS detail
    FROM embedded_invoices i
    CROSS JOIN LATERAL (
      SELECT coalesce(sum((line ->> 'amountCents')::int), 0) AS line_sum FROM jsonb_array_elements(i.lines) line
    ) summed
    WHERE line_sum <> i.total_cents
    UNION ALL
    SELECT i.id, format('%s, total %s, credit used %s, card charged %s', i.state, i.total_cents, i.credited_cents, charged)
    FROM embedded_invoices i
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount_cents), 0) AS charged FROM embedded_charges
      WHERE invoice_id = i.id AND outcome = 'approved'
    ) paid
    WHERE charged <> CASE WHEN i.state = 'paid' THEN greatest(i.total_cents, 0) - i.credited_cents ELSE 0 END
    UNION ALL
    SELECT account_id, format('credit %s', sum(amount_cents)) FROM embedded_credits
    GROUP BY account_id HAVING sum(amount_cents) < 0`)
  return rows
}

/**
 * Subscriptions whose period is over and that were neither renewed nor ended, though others were charged more than a
 * day later. A clock that is ahead, or a server that was stopped, is therefore not reported. For `doctor`.
 */
export async function listStuckRenewals(tx: Tx, now: Date): Promise<BooksViolation[]> {
  const { rows } = await tx.execute<{ id: string; detail: string }>(sql`
    SELECT id, format('its period ended %s, and it was neither renewed nor ended', current_period_end) AS detail
    FROM embedded_subscriptions
    WHERE ended_at IS NULL AND next_attempt_at IS NULL
    AND current_period_end < ${now}
    AND current_period_end < (SELECT max(at) FROM embedded_charges) - interval '1 day'`)
  return rows
}

/** Accounts with this address. */
export async function listAccountsByEmail(tx: Tx, email: string): Promise<ProviderAccount[]> {
  const rows = await tx
    .select()
    .from(embeddedAccounts)
    .where(eq(embeddedAccounts.email, email.trim().toLowerCase()))
    .orderBy(embeddedAccounts.createdAt)
  return rows.map(showAccount)
}
