import { findAccountsInput, paymentAccountAnswer } from '@freeor/billing/schema'
import { getOwner, readCustomer } from '@freeor/billing/subscriptions/queries'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { askerOf, requireOwn, requireProvider } from './billing-call.ts'

export const findAccountsOperation = operation({
  id: 'findAccounts',
  method: 'post',
  path: '/api/{billingProvider}/accounts/find/{accountEmail}',
  area: 'billing',
  summary: "The payment accounts under the owner's address: a list, empty when there is none yet",
  access: 'user',
  right: 'billing.read',
  params: z.strictObject({ billingProvider: z.string().max(60), accountEmail: z.string().max(320) }),
  body: findAccountsInput,
  answer: z.array(paymentAccountAnswer),
  async handle(call) {
    const { db, billing, clock } = call.deps
    const { billingProvider, accountEmail } = call.params
    requireProvider(call.deps, billingProvider)
    await requireOwn(call, { email: accountEmail })
    await requireOwn(call, { email: call.body.email })
    const asker = await askerOf(call)
    const { userId } = await getOwner(db, asker.companyId)
    const { customer_id } = await readCustomer(db, asker, clock.now())
    const found = await billing.provider.findAccounts(accountEmail)
    // Somebody else may have had this address before: only the company's own account is shown.
    return found.filter(({ id }) => id === customer_id).map(({ id, email }) => ({ id, code: userId, email }))
  },
})
