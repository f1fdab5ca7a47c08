import { listSuppressionLists } from '@freeor/leads/suppression/queries'
import { suppressionList } from '@freeor/leads/suppression/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const listSuppressionListsOperation = leadsOperation({
  id: 'listSuppressionLists',
  method: 'get',
  path: '/api/suppression-lists',
  area: 'downloads',
  summary: "The company's suppression lists, newest first: who is left out of its files",
  access: 'user',
  apiKeyScope: 'downloads',
  right: 'downloads.read',
  answer: z.object({ lists: z.array(suppressionList) }),
  handle: async ({ deps, company }) => ({ lists: await listSuppressionLists(deps.db, await company()) }),
})
