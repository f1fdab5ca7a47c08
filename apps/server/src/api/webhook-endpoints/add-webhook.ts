import { addWebhook } from '@freeor/leads/webhooks/commands'
import { newWebhookInput, webhookSecretAnswer } from '@freeor/leads/webhooks/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { actingIn } from '../company/acting.ts'

export const addWebhookOperation = leadsOperation({
  id: 'addWebhook',
  method: 'post',
  path: '/api/webhook-endpoints',
  area: 'webhooks',
  summary: 'Adds an address that is told of events; its secret is in this answer alone',
  access: 'user',
  right: 'webhooks.manage',
  provenAddress: true,
  body: newWebhookInput,
  status: 201,
  answer: webhookSecretAnswer,
  handle: async (call) => await addWebhook(call.deps.webhooks, await actingIn(call), call.body),
})
