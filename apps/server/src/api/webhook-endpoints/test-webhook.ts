import { testWebhook } from '@freeor/leads/webhooks/commands'
import { webhookParams } from '@freeor/leads/webhooks/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { actingIn } from '../company/acting.ts'
import { requireByHand } from './require-by-hand.ts'

export const testWebhookOperation = leadsOperation({
  id: 'testWebhook',
  method: 'post',
  path: '/api/webhook-endpoints/{endpointId}/test',
  area: 'webhooks',
  summary: 'Sends a test event within seconds',
  access: 'user',
  right: 'webhooks.manage',
  provenAddress: true,
  params: webhookParams,
  status: 202,
  answer: z.object({ id: z.string() }),
  async handle(call) {
    await requireByHand(call)
    return await testWebhook(call.deps.webhooks, await actingIn(call), call.params.endpointId)
  },
})
