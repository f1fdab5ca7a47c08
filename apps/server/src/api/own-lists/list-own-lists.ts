import { listOwnLists } from '@freeor/leads/own-lists/queries'
import { ownList } from '@freeor/leads/own-lists/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const listOwnListsOperation = leadsOperation({
  id: 'listOwnLists',
  method: 'get',
  path: '/api/own-lists',
  area: 'downloads',
  summary: 'The lists that the company brought itself, newest first',
  access: 'user',
  apiKeyScope: 'downloads',
  right: 'downloads.order',
  answer: z.object({ lists: z.array(ownList) }),
  handle: async ({ deps, company }) => ({ lists: await listOwnLists(deps, await company()) }),
})
