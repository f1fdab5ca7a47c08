import { listWebhooks } from '@freeor/leads/webhooks/queries'
import { webhookEvents, webhookListAnswer } from '@freeor/leads/webhooks/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const listWebhooksOperation = leadsOperation({
  id: 'listWebhooks',
  method: 'get',
  path: '/api/webhook-endpoints',
  area: 'webhooks',
  summary: "The company's webhooks, and the events there are",
  access: 'user',
  right: 'webhooks.manage',
  answer: webhookListAnswer,
  async handle({ deps, company }) {
    return { endpoints: await listWebhooks(deps.db, await company()), events: [...webhookEvents] }
  },
})
