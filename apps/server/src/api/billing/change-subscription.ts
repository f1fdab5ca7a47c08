import { changeSubscriptionInput, customerAnswer } from '@freeor/billing/schema'
import { changePlan } from '@freeor/billing/subscriptions/changes'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { askerOf, customerAfter, requireOwn, requirePlan, requireProvider, spending } from './billing-call.ts'

export const changeSubscriptionOperation = operation({
  id: 'changeSubscription',
  method: 'post',
  path: '/api/{billingProvider}/subscriptions/createChange/{subscriptionId}',
  area: 'billing',
  summary: 'Moves to another plan at once; the rest of the period is charged or credited',
  access: 'user',
  right: 'billing.change',
  whileImpersonating: 'refused',
  params: z.strictObject({ billingProvider: z.string().max(60), subscriptionId: z.string().min(1).max(100) }),
  body: changeSubscriptionInput,
  answer: customerAnswer,
  async handle(call) {
    const { deps, params, body } = call
    requireProvider(deps, params.billingProvider)
    await requireOwn(call, { subscriptionId: params.subscriptionId })
    const planID = requirePlan(call, body.plan_code)
    const wish = { asker: await askerOf(call), planID, spendPass: spending(call, body.humanPass) }
    return await customerAfter(call, await changePlan(deps.billing, wish))
  },
})
