import { listSubscriptions } from '@freeor/billing/admin/queries'
import { subscriptionFilter, subscriptionSummary } from '@freeor/billing/admin/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const listSubscriptionsOperation = operation({
  id: 'listSubscriptions',
  method: 'get',
  path: '/api/admin/subscriptions',
  area: 'operations',
  summary: 'Subscriptions at a provider, newest first; `after` is the last id of the page before',
  access: 'super_admin',
  query: subscriptionFilter,
  answer: z.object({ subscriptions: z.array(subscriptionSummary) }),
  handle: async ({ deps, superAdmin, query }) => ({
    subscriptions: await listSubscriptions(deps.db, superAdmin(), query),
  }),
})
