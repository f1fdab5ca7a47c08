import { changeWebhook } from '@freeor/leads/webhooks/commands'
import { webhookAnswer, webhookChanges, webhookParams } from '@freeor/leads/webhooks/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { actingIn } from '../company/acting.ts'

export const changeWebhookOperation = leadsOperation({
  id: 'changeWebhook',
  method: 'patch',
  path: '/api/webhook-endpoints/{endpointId}',
  area: 'webhooks',
  summary: "Changes a webhook's address or events, or turns it off or on",
  access: 'user',
  right: 'webhooks.manage',
  provenAddress: true,
  params: webhookParams,
  body: webhookChanges,
  answer: webhookAnswer,
  async handle(call) {
    const { endpointId } = call.params
    return await changeWebhook(call.deps.webhooks, await actingIn(call), { endpointId, changes: call.body })
  },
})
