import { restoreSuppressionList } from '@freeor/leads/suppression/commands'
import { suppressionList } from '@freeor/leads/suppression/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { listParams } from './list-params.ts'

export const restoreSuppressionListOperation = leadsOperation({
  id: 'restoreSuppressionList',
  method: 'post',
  path: '/api/suppression-lists/{listId}/restore',
  area: 'downloads',
  summary: 'Brings back a suppression list that was deleted within a day, as it was',
  access: 'user',
  apiKeyScope: 'downloads.order',
  right: 'downloads.order',
  params: listParams,
  answer: suppressionList,
  handle: async ({ deps, company, params }) =>
    await restoreSuppressionList(deps, await company(), params.listId),
})
