import type { InvoiceAnswer } from '@freeor/billing/schema'
import { afterAll, expect, test } from 'vitest'
import { openInvoiceRendering } from './invoice-rendering.ts'

const rendering = openInvoiceRendering()
afterAll(async () => await rendering.close())

const parties = {
  seller: ['Freeor'],
  siteUrl: 'https://example.com',
  supportEmail: 'help@example.com',
  companyName: 'Engines Ltd',
  email: 'ada@example.com',
}

const invoiceNo = (number: number): InvoiceAnswer => ({
  id: `bill_${number}`,
  number: String(number),
  state: 'paid',
  total: 9900,
  paid: 9900,
  currency: 'USD',
  created_at: '2026-11-21T00:00:00.000Z',
  paid_at: null,
  lines: [{ description: 'Freeor Pro', amount: 9900, starts_at: null, ends_at: null }],
  billed_to: null,
})

const isPdf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1', 0, 5) === '%PDF-'

test('forty invoices at the same time do not block the event loop', async () => {
  // Each of the forty has 30 s, those before it included: what the thread loads at first is no part of them.
  expect(isPdf(await rendering.render(invoiceNo(100), parties))).toBe(true)
  const [own, all] = [process.threadCpuUsage(), process.cpuUsage()]
  const pdfs = await Promise.all(
    Array.from({ length: 40 }, (_, no) => rendering.render(invoiceNo(no), parties)),
  )
  const spent = ({ user, system }: NodeJS.CpuUsage) => user + system
  const share = spent(process.threadCpuUsage(own)) / spent(process.cpuUsage(all))
  expect(pdfs.every(isPdf)).toBe(true)
  expect(share).toBeLessThan(0.25)
})

test('an invoice that many request at the same time is drawn once; another word makes another PDF', async () => {
  const many = await Promise.all(Array.from({ length: 40 }, () => rendering.render(invoiceNo(1001), parties)))
  expect(new Set(many).size).toBe(1)
  const other = await rendering.render({ ...invoiceNo(1001), state: 'voided' }, parties)
  expect(other).not.toBe(many[0])
})

test('a request beyond those that may wait is asked to retry, and the others are served', async () => {
  const narrow = openInvoiceRendering({ concurrency: 3, queue: 0 })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, (_, no) => narrow.render(invoiceNo(2000 + no), parties)),
  )
  await narrow.close()
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toHaveLength(2)
  for (const reason of refused) expect(reason).toMatchObject({ code: 'unavailable' })
})

test('an invoice that cannot be drawn is an error of its own, and the next one is drawn', async () => {
  const broken = { ...invoiceNo(3000), lines: JSON.parse('null') }
  await expect(rendering.render(broken, parties)).rejects.toThrow()
  expect(isPdf(await rendering.render(invoiceNo(3001), parties))).toBe(true)
})
