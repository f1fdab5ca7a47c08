import { readFile } from 'node:fs/promises'
import { subscribe, updateCard } from '@freeor/billing/subscriptions/commands'
import { listPaidInvoices } from '@freeor/billing/subscriptions/queries'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { leadAddresses } from './free-months/tables.ts'
import { leadInvoices } from './invoices/tables.ts'
import { getLeadCustomer } from './queries.ts'
import { openLeadFixture } from './testing.ts'

/** The migration that moves the leads of invoices and the keys of owners' addresses into tables of Leads. */

const { current, left } = openLeadFixture()

const before = sql`
  DROP TABLE lead_invoices, lead_addresses;
  ALTER TABLE customers ADD COLUMN address_key text;
  ALTER TABLE billing_invoices ADD COLUMN leads integer, ADD COLUMN leads_applied integer NOT NULL DEFAULT 0,
    ADD CONSTRAINT billing_invoices_leads_applied_within
      CHECK (leads_applied BETWEEN least(leads, 0) AND greatest(leads, 0));`

test('what was counted of an invoice stays counted, and an address stays known', async () => {
  const { database, billing, asker, system } = current()
  const { db } = database
  await updateCard(billing, { asker, tokenId: 'tok_visa' })
  await subscribe(billing, { asker, planID: 'freeor_pro' })
  const [invoice] = await listPaidInvoices(db, await getLeadCustomer(db, asker.companyId))
  const id = invoice?.id ?? ''
  await db.execute(before)
  await db.execute(sql`UPDATE billing_invoices SET leads = 5000, leads_applied = 5000 WHERE id = ${id}`)
  await db.execute(sql`UPDATE customers SET address_key = 'a key' WHERE company_id = ${asker.companyId}`)
  const file = new URL('../../../postgres/migrations/0020_leads_of_their_own.sql', import.meta.url)
  await db.execute(sql.raw(await readFile(file, 'utf8')))
  expect(await db.select().from(leadInvoices)).toEqual([{ invoiceId: id, leads: 5000, leadsApplied: 5000 }])
  const isTheirs = eq(leadAddresses.companyId, asker.companyId)
  expect(await db.select().from(leadAddresses).where(isTheirs)).toMatchObject([{ addressKey: 'a key' }])
  await system.settle()
  expect(await left()).toBe(5025)
})
