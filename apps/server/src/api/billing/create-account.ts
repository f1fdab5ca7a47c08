import { createAccountInput } from '@freeor/billing/schema'
import { openPaymentAccount } from '@freeor/billing/subscriptions/commands'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { askerOf, requireOwn, requireProvider } from './billing-call.ts'

export const createAccountOperation = operation({
  id: 'createAccount',
  method: 'post',
  path: '/api/{billingProvider}/accounts/create',
  area: 'billing',
  summary: "Opens the company's payment account; the same one when there is one",
  access: 'user',
  right: 'billing.change',
  whileImpersonating: 'refused',
  params: z.strictObject({ billingProvider: z.string().max(60) }),
  body: createAccountInput,
  answer: z.object({ id: z.string() }),
  async handle(call) {
    requireProvider(call.deps, call.params.billingProvider)
    await requireOwn(call, { uid: call.body.code, email: call.body.email })
    const { id } = await openPaymentAccount(call.deps.billing, await askerOf(call))
    return { id }
  },
})
