import { createRequire } from 'node:module'
import type { InvoiceAnswer } from '@freeor/billing/schema'
import { Document, Font, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement } from 'react'

const { resolve } = createRequire(import.meta.url)
const family = 'Noto Sans'

// The PDF's own fonts are not embedded and know no accents beyond Western Europe.
Font.register({
  family,
  fonts: [
    { src: resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf') },
    { src: resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'), fontWeight: 700 },
  ],
})
Font.registerHyphenationCallback((word) => [word])

const styles = StyleSheet.create({
  page: { padding: 48, fontSize: 10, fontFamily: family, color: '#222222' },
  title: { fontSize: 18, fontWeight: 700, marginBottom: 16 },
  row: { flexDirection: 'row', borderBottomWidth: 1, borderBottomColor: '#dddddd', paddingVertical: 6 },
  what: { flexGrow: 1, flexBasis: 0 },
  when: { width: 150 },
  amount: { width: 80, textAlign: 'right' },
  strong: { fontWeight: 700 },
  note: { marginTop: 4 },
})

export type InvoiceParties = {
  readonly productName: string
  readonly supportEmail: string
  readonly companyName: string
  readonly email: string
}

const money = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

const day = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })

const stateWords: Record<InvoiceAnswer['state'], string> = {
  paid: 'Paid',
  pending: 'Payment under way',
  past_due: 'Past due',
  failed: 'Not paid',
  voided: 'Void',
}

/** One invoice as a PDF of one or more letter pages. The page beside it says the same in HTML: the PDF is untagged. */
export async function renderInvoice(invoice: InvoiceAnswer, parties: InvoiceParties): Promise<Uint8Array> {
  return await renderToBuffer(invoiceDocument(invoice, parties))
}

type Cells = readonly [what: string, when: string, amount: string]

const row = ([what, when, amount]: Cells, key: string, isStrong = false): ReactElement =>
  h(
    View,
    { key, style: isStrong ? [styles.row, styles.strong] : styles.row, wrap: false },
    h(Text, { style: styles.what }, what),
    h(Text, { style: styles.when }, when),
    h(Text, { style: styles.amount }, amount),
  )

function invoiceDocument(invoice: InvoiceAnswer, parties: InvoiceParties) {
  const { productName, supportEmail, companyName, email } = parties
  const spans = (line: InvoiceAnswer['lines'][number]) =>
    line.starts_at && line.ends_at ? `${day(line.starts_at)} – ${day(line.ends_at)}` : ''
  return h(
    Document,
    { title: `Invoice ${invoice.number}`, author: productName, language: 'en' },
    h(
      Page,
      { size: 'LETTER', style: styles.page },
      h(Text, { style: styles.title }, `${productName} invoice ${invoice.number}`),
      h(Text, {}, `Billed to ${companyName}`),
      h(Text, {}, email),
      h(Text, { style: styles.note }, `Date: ${day(invoice.created_at)}`),
      h(Text, { style: { marginBottom: 16 } }, `Status: ${stateWords[invoice.state]}`),
      row(['Description', 'Period', 'Amount (USD)'], 'head', true),
      ...invoice.lines.map((line, index) =>
        row([line.description, spans(line), money(line.amount)], String(index)),
      ),
      row(['Total', '', money(invoice.total)], 'total', true),
      h(Text, { style: { marginTop: 24 } }, `Questions? ${supportEmail}`),
    ),
  )
}
