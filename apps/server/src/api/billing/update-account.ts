import { customerAnswer, updateAccountInput } from '@freeor/billing/schema'
import { followOwnerEmail } from '@freeor/billing/subscriptions/cards'
import { updateCard } from '@freeor/billing/subscriptions/commands'
import { readCustomer } from '@freeor/billing/subscriptions/queries'
import { AppError } from '@freeor/kernel/errors'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { askerOf, customerAfter, requireOwn, requireProvider, spending } from './billing-call.ts'

export const updateAccountOperation = operation({
  id: 'updateAccount',
  method: 'post',
  path: '/api/{billingProvider}/accounts/update/{accountId}',
  area: 'billing',
  summary: 'Puts the card behind a token on file, or has the account follow the new address of its owner',
  access: 'user',
  right: 'billing.change',
  whileImpersonating: 'refused',
  params: z.strictObject({ billingProvider: z.string().max(60), accountId: z.string().min(1).max(100) }),
  body: updateAccountInput,
  answer: customerAnswer,
  async handle(call) {
    const { deps, params, body } = call
    requireProvider(deps, params.billingProvider)
    const { billing_info, email, humanPass } = body
    await requireOwn(call, { accountId: params.accountId, ...(email !== undefined && { email }) })
    const asker = await askerOf(call)
    if (email !== undefined) await followOwnerEmail(deps.billing, asker.companyId)
    if (!billing_info) return await readCustomer(deps.db, asker, deps.clock.now())
    if (humanPass === undefined) throw new AppError('human_check_required', 'Please show that you are human.')
    const card = { asker, tokenId: billing_info.token_id, spendPass: spending(call, humanPass) }
    return await customerAfter(call, await updateCard(deps.billing, card))
  },
})
