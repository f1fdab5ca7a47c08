import { previewAnswer } from '@freeor/billing/schema'
import { previewPlanChange } from '@freeor/billing/subscriptions/changes'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { askerOf, requirePlan } from './billing-call.ts'

const changePreview = previewAnswer.extend({
  /**
   * Leads granted immediately or, when negative, taken back; and those that come with each payment from the next one
   * on. Null on a site that sells none.
   */
  leads: z.strictObject({ now: z.int(), monthly: z.int() }).nullable(),
})

export const previewChangeOperation = operation({
  id: 'previewChange',
  method: 'get',
  path: '/api/billing/preview',
  area: 'billing',
  summary: 'What changing to another plan now would cost; changes nothing',
  access: 'user',
  right: 'billing.change',
  query: z.strictObject({ plan: z.string().min(1).max(60) }),
  answer: changePreview,
  async handle(call) {
    const planID = requirePlan(call, call.query.plan)
    const preview = await previewPlanChange(call.deps.billing, { asker: await askerOf(call), planID })
    return {
      plan_id: planID,
      price: preview.priceCents,
      charge: preview.chargeCents,
      credit: preview.creditCents,
      due_now: preview.dueNowCents,
      leads: preview.credits,
      period_start: preview.currentPeriodStart.toISOString(),
      period_end: preview.currentPeriodEnd.toISOString(),
    }
  },
})
