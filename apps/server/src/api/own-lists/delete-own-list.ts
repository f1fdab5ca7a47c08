import { deleteOwnList } from '@freeor/leads/own-lists/commands'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { ownListParams } from './own-list-params.ts'

export const deleteOwnListOperation = leadsOperation({
  id: 'deleteOwnList',
  method: 'delete',
  path: '/api/own-lists/{ownListId}',
  area: 'downloads',
  summary: 'Deletes a list and its rows at once; what was bought stays owned',
  access: 'user',
  apiKeyScope: 'downloads.order',
  right: 'downloads.order',
  params: ownListParams,
  status: 204,
  async handle({ deps, company, params }) {
    await deleteOwnList(deps, await company(), params.ownListId)
    return new Response(null, { status: 204 })
  },
})
