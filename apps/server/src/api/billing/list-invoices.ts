import { invoiceAnswer } from '@freeor/billing/schema'
import { listInvoices } from '@freeor/billing/subscriptions/queries'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { askerOf } from './billing-call.ts'

export const listInvoicesOperation = operation({
  id: 'listInvoices',
  method: 'get',
  path: '/api/billing/invoices',
  area: 'billing',
  summary: "The company's invoices on this site, newest first",
  access: 'user',
  right: 'billing.read',
  answer: z.object({ invoices: z.array(invoiceAnswer) }),
  handle: async (call) => ({ invoices: await listInvoices(call.deps.db, await askerOf(call)) }),
})
