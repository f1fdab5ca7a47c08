import { listSubscriptions } from '@freeor/billing/operator/queries'
import { subscriptionFilter, subscriptionSummary } from '@freeor/billing/operator/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const listSubscriptionsOperation = operation({
  id: 'listSubscriptions',
  method: 'get',
  path: '/api/operator/subscriptions',
  area: 'operations',
  summary: 'Subscriptions at a provider, newest first; `after` is the last id of the page before',
  access: 'operator',
  query: subscriptionFilter,
  answer: z.object({ subscriptions: z.array(subscriptionSummary) }),
  handle: async ({ deps, operator, query }) => ({
    subscriptions: await listSubscriptions(deps.db, operator(), query),
  }),
})
