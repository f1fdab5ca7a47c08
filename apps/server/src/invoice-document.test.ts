import { expect, test } from 'vitest'
import { buyerLines, renderInvoice, sayState } from './invoice-document.ts'

const address = { street: '1 Main Street', city: 'Austin', region: 'TX', postal_code: '78701', country: 'US' }
const company = { companyName: 'Engines Ltd', email: 'ada@example.com' }

test('an invoice is made out to the company, the card holder and their address; without one to the company', () => {
  expect(buyerLines({ name: 'Ada Byron', ...address }, company)).toEqual([
    'Engines Ltd',
    'Ada Byron',
    '1 Main Street',
    'Austin, TX 78701',
    'United States',
    'ada@example.com',
  ])
  const sparse = { name: 'Engines Ltd', street: '', city: 'Oslo', region: '', postal_code: '', country: '' }
  expect(buyerLines(sparse, company)).toEqual(['Engines Ltd', 'Oslo', 'ada@example.com'])
  expect(buyerLines({ ...sparse, country: 'Norway' }, company)).toContain('Norway')
  expect(buyerLines(null, company)).toEqual(['Engines Ltd', 'ada@example.com'])
})

test('an invoice says whether and when it was paid', () => {
  expect(sayState({ state: 'paid', paid_at: '2026-11-21T23:30:00.000Z' })).toBe('Paid on Nov 21, 2026')
  expect(sayState({ state: 'past_due', paid_at: null })).toBe('Past due')
  expect(sayState({ state: 'voided', paid_at: null })).toBe('Void')
})

test('an invoice of many lines goes on over further pages', async () => {
  const line = { description: 'Freeor Pro', amount: 9900, starts_at: null, ends_at: null }
  const pagesOf = async (count: number) => {
    const invoice = {
      id: 'bill_1',
      number: '1001',
      state: 'paid' as const,
      total: 9900 * count,
      paid: 9900 * count,
      currency: 'USD' as const,
      created_at: '2026-11-21T00:00:00.000Z',
      paid_at: null,
      lines: Array.from({ length: count }, () => line),
      billed_to: { name: 'Ada Byron', ...address },
    }
    const parties = { seller: ['Freeor'], siteUrl: 'https://example.com', supportEmail: 'help@example.com' }
    const pdf = Buffer.from(await renderInvoice(invoice, { ...parties, ...company })).toString('latin1')
    return pdf.match(/\/Type \/Page\b/g)?.length
  }
  expect(await pagesOf(1)).toBe(1)
  expect(await pagesOf(60)).toBeGreaterThan(1)
})
