import { getInvoice, readCustomer } from '@freeor/billing/subscriptions/queries'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { askerOf } from './billing-call.ts'

export const fetchInvoiceOperation = operation({
  id: 'fetchInvoice',
  method: 'get',
  path: '/api/billing/invoices/{invoiceId}/pdf',
  area: 'billing',
  summary: "One of the company's invoices as a PDF",
  access: 'user',
  whileImpersonating: 'refused',
  right: 'billing.read',
  params: z.strictObject({ invoiceId: z.string().min(1).max(100) }),
  produces: 'application/pdf',
  async handle(call) {
    const { deps, params, caller, site } = call
    const asker = await askerOf(call)
    const invoice = await getInvoice(deps.db, asker, params.invoiceId)
    const { email } = await readCustomer(deps.db, asker, deps.clock.now())
    const companyName = caller?.membership?.companyName ?? email
    const pdf = await deps.invoices.render(invoice, {
      seller: deps.invoiceFrom,
      siteUrl: deps.addresses.of(site),
      supportEmail: deps.supportEmail,
      companyName,
      email,
    })
    return new Response(Buffer.from(pdf), {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="invoice-${invoice.number.replaceAll(/[^\w-]/g, '')}.pdf"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  },
})
