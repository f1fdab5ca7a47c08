import { changeOwnList } from '@freeor/leads/own-lists/commands'
import { ownList, ownListChange } from '@freeor/leads/own-lists/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { ownListParams } from './own-list-params.ts'

export const changeOwnListOperation = leadsOperation({
  id: 'changeOwnList',
  method: 'patch',
  path: '/api/own-lists/{ownListId}',
  area: 'downloads',
  summary: 'Gives a list another name, or says what each of its columns holds: it is matched anew then',
  access: 'user',
  apiKeyScope: 'downloads.order',
  right: 'downloads.order',
  params: ownListParams,
  body: ownListChange,
  answer: ownList,
  handle: async ({ deps, company, params, body }) =>
    await changeOwnList(deps, await company(), { id: params.ownListId, ...body }),
})
