import { listDeliveries } from '@freeor/leads/webhooks/queries'
import { webhookDeliveriesAnswer, webhookParams } from '@freeor/leads/webhooks/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const listWebhookDeliveriesOperation = leadsOperation({
  id: 'listWebhookDeliveries',
  method: 'get',
  path: '/api/webhook-endpoints/{endpointId}/deliveries',
  area: 'webhooks',
  summary: 'What was sent to a webhook, latest first, with what came of each attempt',
  access: 'user',
  right: 'webhooks.manage',
  params: webhookParams,
  query: z.strictObject({
    /** The `id` of the last one already seen. */
    after: z.string().max(60).optional(),
  }),
  answer: webhookDeliveriesAnswer,
  async handle({ deps, company, params: { endpointId }, query: { after } }) {
    return { deliveries: await listDeliveries(deps.db, await company(), { endpointId, after }) }
  },
})
