import { invoiceAnswer } from '@freeor/billing/schema'
import { getInvoice } from '@freeor/billing/subscriptions/queries'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { askerOf } from './billing-call.ts'

export const readInvoiceOperation = operation({
  id: 'readInvoice',
  method: 'get',
  path: '/api/billing/invoices/{invoiceId}',
  area: 'billing',
  summary: "One of the company's invoices",
  access: 'user',
  right: 'billing.read',
  params: z.strictObject({ invoiceId: z.string().min(1).max(100) }),
  answer: invoiceAnswer,
  handle: async (call) => await getInvoice(call.deps.db, await askerOf(call), call.params.invoiceId),
})
