import { formatAmount, formatDate } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import type { Invoice } from './billing-api.ts'
import type { BillingTexts } from './billing-texts.ts'

type InvoiceListProps = { invoices: readonly Invoice[]; texts: BillingTexts['billing'] }

/** Every invoice, newest first. */
export function InvoiceList({ invoices, texts }: InvoiceListProps) {
  return (
    <Table
      label={texts.invoiceList}
      columns={[texts.invoice, texts.date, texts.what, texts.state, { title: texts.amount, isNumeric: true }]}
      empty={texts.noInvoices}
      hasRowHeads
      rows={invoices.map((invoice) => ({
        key: invoice.id,
        cells: [
          <a key="file" href={`/api/billing/invoices/${encodeURIComponent(invoice.id)}/pdf`} download>
            {texts.invoicePdf(invoice.number)}
          </a>,
          formatDate(invoice.created_at),
          <span key="what">{invoice.lines.map(({ description }) => description).join(', ')}</span>,
          texts.states[invoice.state],
          formatAmount(invoice.total),
        ],
      }))}
    />
  )
}
