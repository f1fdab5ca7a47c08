import { turnSecret } from '@freeor/leads/webhooks/commands'
import { webhookParams, webhookSecretAnswer } from '@freeor/leads/webhooks/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { actingIn } from '../company/acting.ts'

export const turnWebhookSecretOperation = leadsOperation({
  id: 'turnWebhookSecret',
  method: 'post',
  path: '/api/webhook-endpoints/{endpointId}/secret',
  area: 'webhooks',
  summary: 'A new secret, in this answer alone; for a day the former one signs too',
  access: 'user',
  right: 'webhooks.manage',
  params: webhookParams,
  answer: webhookSecretAnswer,
  handle: async (call) => await turnSecret(call.deps.webhooks, await actingIn(call), call.params.endpointId),
})
