import { deleteSuppressionList } from '@freeor/leads/suppression/commands'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { listParams } from './list-params.ts'

export const deleteSuppressionListOperation = leadsOperation({
  id: 'deleteSuppressionList',
  method: 'delete',
  path: '/api/suppression-lists/{listId}',
  area: 'downloads',
  summary: 'The list leaves nobody out any more; it can be restored for a day',
  access: 'user',
  apiKeyScope: 'downloads.order',
  right: 'downloads.order',
  params: listParams,
  status: 204,
  async handle({ deps, company, params }) {
    await deleteSuppressionList(deps, await company(), params.listId)
    return new Response(null, { status: 204 })
  },
})
