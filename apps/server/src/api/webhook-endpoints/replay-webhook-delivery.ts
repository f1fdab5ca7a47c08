import { replayDelivery } from '@freeor/leads/webhooks/commands'
import { webhookDeliveryParams } from '@freeor/leads/webhooks/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { actingIn } from '../company/acting.ts'
import { requireByHand } from './require-by-hand.ts'

export const replayWebhookDeliveryOperation = leadsOperation({
  id: 'replayWebhookDelivery',
  method: 'post',
  path: '/api/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/replay',
  area: 'webhooks',
  summary: 'Sends again what was delivered or given up, under the same `webhook-id`',
  access: 'user',
  right: 'webhooks.manage',
  provenAddress: true,
  params: webhookDeliveryParams,
  status: 204,
  async handle(call) {
    await requireByHand(call)
    await replayDelivery(call.deps.webhooks, await actingIn(call), call.params)
    return new Response(null, { status: 204 })
  },
})
