import { requireVerified } from '@freeor/accounts/verification/queries'
import { createSubscriptionInput, customerAnswer } from '@freeor/billing/schema'
import { subscribe } from '@freeor/billing/subscriptions/commands'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { askerOf, customerAfter, requireOwn, requirePlan, requireProvider, spending } from './billing-call.ts'

export const createSubscriptionOperation = operation({
  id: 'createSubscription',
  method: 'post',
  path: '/api/{billingProvider}/subscriptions/create',
  area: 'billing',
  summary: 'Subscribes to a plan of this site with the card on file or a new one; to the free plan without',
  access: 'user',
  right: 'billing.change',
  whileImpersonating: 'refused',
  params: z.strictObject({ billingProvider: z.string().max(60) }),
  body: createSubscriptionInput,
  answer: customerAnswer,
  async handle(call) {
    const { deps, params, body } = call
    requireProvider(deps, params.billingProvider)
    await requireVerified(deps.db, call.user().userId)
    await requireOwn(call, { uid: body.account.code })
    const planID = requirePlan(call, body.plan_code)
    const tokenId = body.account.billing_info?.token_id
    const wish = { asker: await askerOf(call), planID, tokenId, spendPass: spending(call, body.humanPass) }
    return await customerAfter(call, await subscribe(deps.billing, wish))
  },
})
