import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { count, eq } from 'drizzle-orm'
import type { BilledTo } from '../../ports.ts'
import type { EmbeddedDeps } from '../ports.ts'
import { type Account, type Invoice, type Subscription, sumCredit } from '../queries.ts'
import { embeddedCharges, embeddedCredits, embeddedEvents, embeddedInvoices } from '../tables.ts'
import { type Authorization, authorize, type ChargeOccasion } from '../test-cards.ts'

type NewInvoice = Pick<Invoice, 'kind' | 'periodStart' | 'lines'> & { readonly subscriptionId: string | null }

/** Writes a bill; undefined when the period has one already. */
export async function addInvoice(
  tx: Tx,
  account: Account,
  { lines, ...invoice }: NewInvoice,
  now: Date,
): Promise<Invoice | undefined> {
  const [added] = await tx
    .insert(embeddedInvoices)
    .values({
      id: newId('emb'),
      accountId: account.id,
      ...invoice,
      lines,
      totalCents: lines.reduce((sum, line) => sum + line.amountCents, 0),
      billedTo: billedTo(account),
      state: 'pending',
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning()
  return added
}

function billedTo({ card, address }: Account): BilledTo | null {
  return card && address && { name: `${card.firstName} ${card.lastName}`.trim(), ...address }
}

/**
 * Collects an invoice: credit of the account first, the card for the rest. The account's row is locked, so nobody
 * collects it at the same time. Credit is used only when the card pays its share.
 */
export async function collect(
  tx: Tx,
  account: Account,
  { invoice, occasion, now }: { invoice: Invoice; occasion: ChargeOccasion['for']; now: Date },
): Promise<Authorization> {
  if (invoice.totalCents < 0) await addCredit(tx, invoice, -invoice.totalCents, now)
  const due = Math.max(0, invoice.totalCents)
  const credit = Math.min(due, await sumCredit(tx, account.id))
  const answer =
    due === credit
      ? { outcome: 'approved' as const }
      : await ask(tx, account, { invoice, occasion, now, cents: due - credit })
  if (answer.outcome === 'approved') {
    if (credit > 0) await addCredit(tx, invoice, -credit, now)
    await setInvoice(tx, invoice, { state: 'paid', paidAt: now, creditedCents: credit })
  }
  return answer
}

async function ask(
  tx: Tx,
  account: Account,
  asked: { invoice: Invoice; occasion: ChargeOccasion['for']; now: Date; cents: number },
): Promise<Authorization> {
  const { invoice, occasion, now, cents } = asked
  const [tries] = await tx
    .select({ earlierTries: count() })
    .from(embeddedCharges)
    .where(eq(embeddedCharges.invoiceId, invoice.id))
  const answer = authorize(account.cardToken, { for: occasion, earlierTries: tries?.earlierTries ?? 0 })
  await tx.insert(embeddedCharges).values({
    id: newId('emb'),
    invoiceId: invoice.id,
    amountCents: cents,
    outcome: answer.outcome,
    errorCode: answer.outcome === 'declined' ? answer.error.code : null,
    lastFour: account.card?.paymentMethod.lastFour ?? '',
    at: now,
  })
  return answer
}

async function addCredit(tx: Tx, invoice: Invoice, amountCents: number, at: Date): Promise<void> {
  const { accountId, id: invoiceId } = invoice
  await tx.insert(embeddedCredits).values({ id: newId('emb'), accountId, invoiceId, amountCents, at })
}

export async function setInvoice(
  tx: Tx,
  { id }: Pick<Invoice, 'id'>,
  values: Partial<Pick<Invoice, 'state' | 'paidAt' | 'creditedCents' | 'subscriptionId'>>,
): Promise<void> {
  await tx.update(embeddedInvoices).set(values).where(eq(embeddedInvoices.id, id))
}

type Told = {
  readonly type: string
  readonly object: { kind: 'account' | 'subscription' | 'invoice'; id: string }
}

/** Writes the event to be sent, in the transaction of the action. */
export async function tell(
  deps: EmbeddedDeps,
  tx: Tx,
  account: Account,
  { type, object }: Told,
): Promise<void> {
  await tx.insert(embeddedEvents).values({
    id: newId('emb'),
    type,
    objectKind: object.kind,
    objectId: object.id,
    accountCode: account.code,
    at: deps.clock.now(),
  })
  await deps.onEvent?.(tx)
}

export const subscriptionEvent = (type: string, { id }: Pick<Subscription, 'id'>): Told => ({
  type: `subscription.${type}`,
  object: { kind: 'subscription', id },
})
