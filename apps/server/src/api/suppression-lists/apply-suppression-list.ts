import { applySuppressionList } from '@freeor/leads/suppression/commands'
import { suppressionList } from '@freeor/leads/suppression/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { listParams } from './list-params.ts'

export const applySuppressionListOperation = leadsOperation({
  id: 'applySuppressionList',
  method: 'post',
  path: '/api/suppression-lists/{listId}/apply',
  area: 'downloads',
  summary: "From now on the list's leads, as the named profiles mean them, are in no quote and no file",
  access: 'user',
  apiKeyScope: 'downloads.order',
  right: 'downloads.order',
  params: listParams,
  body: z.strictObject({ profiles: z.array(z.string().max(60)).min(1).max(40) }),
  answer: suppressionList,
  handle: async ({ deps, company, params, body }) =>
    await applySuppressionList(deps, await company(), { id: params.listId, profiles: body.profiles }),
})
