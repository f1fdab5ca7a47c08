import { deleteWebhook } from '@freeor/leads/webhooks/commands'
import { webhookParams } from '@freeor/leads/webhooks/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { actingIn } from '../company/acting.ts'

export const deleteWebhookOperation = leadsOperation({
  id: 'deleteWebhook',
  method: 'delete',
  path: '/api/webhook-endpoints/{endpointId}',
  area: 'webhooks',
  summary: 'Deletes a webhook with its log',
  access: 'user',
  right: 'webhooks.manage',
  params: webhookParams,
  status: 204,
  async handle(call) {
    await deleteWebhook(call.deps.webhooks, await actingIn(call), call.params.endpointId)
    return new Response(null, { status: 204 })
  },
})
