import { listAllPromos, listPromos } from '@freeor/leads/promos/queries'
import { accountPromo, promo, promoFilter } from '@freeor/leads/promos/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const listPromosOperation = leadsOperation({
  id: 'listPromos',
  method: 'get',
  path: '/api/promos',
  area: 'email',
  summary:
    'Free leads that the person earned for their account by sharing searches by email, newest first; and what sharing earns now',
  access: 'user',
  apiKeyScope: 'sharing',
  right: 'searches.share',
  answer: z.object({
    /** Leads for each new recipient, and for the account in 30 days at most. */
    incentive: z.object({ perRecipient: z.int(), monthly: z.int() }),
    promos: z.array(promo),
  }),
  handle: async ({ deps, company }) => ({
    incentive: deps.promos.incentive,
    promos: await listPromos(deps.db, await company()),
  }),
})

export const listAllPromosOperation = leadsOperation({
  id: 'listAllPromos',
  method: 'get',
  path: '/api/admin/promos',
  area: 'email',
  summary:
    'Free leads that accounts got for sharing, newest first; `after` is the last id of the page before',
  access: 'super_admin',
  query: promoFilter,
  answer: z.object({ promos: z.array(accountPromo) }),
  handle: async ({ deps, superAdmin, query }) => ({
    promos: await listAllPromos(deps.db, superAdmin(), query),
  }),
})
