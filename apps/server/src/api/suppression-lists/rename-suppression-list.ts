import { renameSuppressionList } from '@freeor/leads/suppression/commands'
import { listName, suppressionList } from '@freeor/leads/suppression/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { listParams } from './list-params.ts'

export const renameSuppressionListOperation = leadsOperation({
  id: 'renameSuppressionList',
  method: 'patch',
  path: '/api/suppression-lists/{listId}',
  area: 'downloads',
  summary: 'Gives a suppression list another name',
  access: 'user',
  apiKeyScope: 'downloads.order',
  right: 'downloads.order',
  params: listParams,
  body: z.strictObject({ name: listName }),
  answer: suppressionList,
  handle: async ({ deps, company, params, body }) =>
    await renameSuppressionList(deps.db, await company(), { id: params.listId, name: body.name }),
})
