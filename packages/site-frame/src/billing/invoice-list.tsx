import { formatAmount, formatDate } from '@freeor/ui/format'
import { Text } from '@mantine/core'
import type { Invoice } from './billing-api.ts'
import classes from './billing-page.module.css'
import type { BillingTexts } from './billing-texts.ts'

type InvoiceListProps = { invoices: readonly Invoice[]; texts: BillingTexts['billing'] }

/** Every invoice, newest first. */
export function InvoiceList({ invoices, texts }: InvoiceListProps) {
  if (invoices.length === 0) return <Text c="dimmed">{texts.noInvoices}</Text>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to take focus
    <section className={classes.scroll} tabIndex={0} aria-label={texts.invoiceList}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.invoice}</th>
            <th scope="col">{texts.date}</th>
            <th scope="col" className={classes.wide}>
              {texts.what}
            </th>
            <th scope="col">{texts.state}</th>
            <th scope="col" data-numeric>
              {texts.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice) => {
            const what = invoice.lines.map(({ description }) => description).join(', ')
            return (
              <tr key={invoice.id}>
                <th scope="row">
                  <a href={`/api/billing/invoices/${encodeURIComponent(invoice.id)}/pdf`} download>
                    {texts.invoicePdf(invoice.number)}
                  </a>
                  <span className={classes.narrow}>{what}</span>
                </th>
                <td>{formatDate(invoice.created_at)}</td>
                <td className={classes.wide}>{what}</td>
                <td>{texts.states[invoice.state]}</td>
                <td data-numeric>{formatAmount(invoice.total)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
