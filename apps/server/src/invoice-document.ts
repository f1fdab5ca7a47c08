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

/** No line of ours holds a word that is longer in the narrowest column. */
const longestWord = 24

// Words stay whole; what is longer than its column is cut, with a hyphen, instead of running over the next one.
Font.registerHyphenationCallback((word) =>
  word.length <= longestWord ? [word] : (word.match(new RegExp(`.{1,${longestWord / 2}}`, 'gsu')) ?? [word]),
)

type Style = ReturnType<typeof StyleSheet.create>[string]

const [ink, faint, line] = ['#1c1f24', '#5b6470', '#d5d9de']

const styles = StyleSheet.create({
  page: { padding: 48, paddingBottom: 72, fontSize: 10, fontFamily: family, color: ink },
  // Not on the page: a text that knows its page number vanishes under a line height.
  body: { fontSize: 10, lineHeight: 1.4 },
  head: { flexDirection: 'row', justifyContent: 'space-between', marginBottom: 32 },
  title: { fontSize: 22, fontWeight: 700, lineHeight: 1.2 },
  state: { fontSize: 11, fontWeight: 700, marginTop: 4 },
  seller: { width: 220, textAlign: 'right' },
  parties: { flexDirection: 'row', gap: 24, marginBottom: 28 },
  party: { flexGrow: 1, flexBasis: 0 },
  label: { color: faint, fontSize: 9, marginBottom: 2 },
  strong: { fontWeight: 700 },
  row: { flexDirection: 'row', gap: 12, borderBottomWidth: 1, borderBottomColor: line, paddingVertical: 7 },
  what: { flexGrow: 1, flexBasis: 0 },
  when: { width: 170 },
  amount: { width: 84, textAlign: 'right' },
  sum: { flexDirection: 'row', justifyContent: 'flex-end', gap: 12, paddingTop: 7 },
  foot: { position: 'absolute', left: 48, right: 48, bottom: 36, color: faint, fontSize: 9 },
})

export type InvoiceParties = {
  /** Who issues it: the name, then lines of the address. */
  readonly seller: readonly string[]
  readonly siteUrl: string
  readonly supportEmail: string
  readonly companyName: string
  /** The owner's. */
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

const countries = new Intl.DisplayNames('en', { type: 'region' })
const isCode = /^[A-Z]{2}$/

/** The lines about the payer: the company, the card holder where they are somebody else, the address. */
export function buyerLines(
  billedTo: InvoiceAnswer['billed_to'],
  { companyName, email }: Pick<InvoiceParties, 'companyName' | 'email'>,
): string[] {
  if (!billedTo) return [companyName, email]
  const { name, street, city, region, postal_code: code, country } = billedTo
  const place = [[city, region].filter(Boolean).join(', '), code].filter(Boolean).join(' ')
  const land = isCode.test(country) ? (countries.of(country) ?? country) : country
  return [companyName, name === companyName ? '' : name, street, place, land, email].filter(Boolean)
}

/** Whether and when it was paid. */
export function sayState({ state, paid_at }: Pick<InvoiceAnswer, 'state' | 'paid_at'>): string {
  if (state === 'paid') return paid_at ? `Paid on ${day(paid_at)}` : 'Paid'
  return { pending: 'Payment under way', past_due: 'Past due', failed: 'Not paid', voided: 'Void' }[state]
}

/** One invoice as a PDF of one or more letter pages. The page beside it says the same in HTML: the PDF is untagged. */
export async function renderInvoice(invoice: InvoiceAnswer, parties: InvoiceParties): Promise<Uint8Array> {
  return await renderToBuffer(invoiceDocument(invoice, parties))
}

const texts = (lines: readonly string[], first?: Style): ReactElement[] =>
  lines.map((text, index) => h(Text, { key: index, ...(index === 0 && first && { style: first }) }, text))

type Cells = readonly [what: string, when: string, amount: string]

const row = ([what, when, amount]: Cells, key: string, style?: Style): ReactElement =>
  h(
    View,
    { key, style: style ? [styles.row, style] : styles.row, wrap: false },
    h(Text, { style: styles.what }, what),
    h(Text, { style: styles.when }, when),
    h(Text, { style: styles.amount }, amount),
  )

const sum = (label: string, cents: number, style?: Style): ReactElement =>
  h(
    View,
    { style: style ? [styles.sum, style] : styles.sum, wrap: false },
    h(Text, {}, label),
    h(Text, { style: styles.amount }, money(cents)),
  )

const spanOf = ({ starts_at, ends_at }: InvoiceAnswer['lines'][number]): string =>
  starts_at && ends_at ? `${day(starts_at)} – ${day(ends_at)}` : ''

const fact = (label: string, text: string): ReactElement =>
  h(View, { style: { marginBottom: 8 } }, h(Text, { style: styles.label }, label), h(Text, {}, text))

function invoiceDocument(invoice: InvoiceAnswer, parties: InvoiceParties) {
  const { seller, siteUrl, supportEmail } = parties
  const due = invoice.state === 'voided' ? 0 : Math.max(0, invoice.total - invoice.paid)
  return h(
    Document,
    { title: `Invoice ${invoice.number}`, author: seller[0] ?? '', language: 'en' },
    h(
      Page,
      { size: 'LETTER', style: styles.page },
      h(
        View,
        { style: styles.body },
        h(
          View,
          { style: styles.head },
          h(
            View,
            {},
            h(Text, { style: styles.title }, 'Invoice'),
            h(Text, { style: styles.state }, sayState(invoice)),
          ),
          h(View, { style: styles.seller }, ...texts(seller, styles.strong), h(Text, {}, siteUrl)),
        ),
        h(
          View,
          { style: styles.parties },
          h(
            View,
            { style: [styles.party, { flexGrow: 2 }] },
            h(Text, { style: styles.label }, 'Billed to'),
            ...texts(buyerLines(invoice.billed_to, parties), styles.strong),
          ),
          h(
            View,
            { style: styles.party },
            fact('Invoice number', invoice.number),
            fact('Date', day(invoice.created_at)),
          ),
        ),
        row(['Description', 'Period', 'Amount (USD)'], 'head', styles.strong),
        ...invoice.lines.map((each, index) =>
          row([each.description, spanOf(each), money(each.amount)], String(index)),
        ),
        sum('Total', invoice.total, styles.strong),
        sum('Paid', invoice.paid),
        sum('Amount due', due, styles.strong),
      ),
      h(Text, {
        style: styles.foot,
        fixed: true,
        render: ({ pageNumber, totalPages }) =>
          `Invoice ${invoice.number} · page ${pageNumber} of ${totalPages} · questions: ${supportEmail}`,
      }),
    ),
  )
}
