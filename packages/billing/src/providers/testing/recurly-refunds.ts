import { type FakeInvoice, type FakeSite, fakeId, notify } from './recurly-state.ts'

/** Somebody at Recurly gives back what an invoice charged, to the card: a credit invoice that is closed at once. */
export function refund(site: FakeSite, invoice: FakeInvoice): FakeInvoice {
  const given: FakeInvoice = {
    ...invoice,
    id: fakeId(),
    number: String(1000 + site.invoices.length),
    type: 'credit',
    origin: 'refund',
    state: 'closed',
    lines: invoice.lines.map((line) => ({ ...line, cents: -line.cents })),
    totalCents: -invoice.totalCents,
    paidCents: 0,
    transactions: [],
    createdAt: site.now,
    closedAt: site.now,
  }
  site.invoices.push(given)
  notify(site, 'credit_invoice.created', given)
  notify(site, 'credit_invoice.closed', given)
  return given
}
