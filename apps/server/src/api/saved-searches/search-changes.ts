import { recordLook } from '@freeor/leads/saved-searches/changes/commands'
import { readSearchChanges } from '@freeor/leads/saved-searches/changes/queries'
import { searchChanges } from '@freeor/leads/saved-searches/changes/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { savedSearchParams } from './read-saved-search.ts'

export const readSearchChangesOperation = leadsOperation({
  id: 'readSearchChanges',
  method: 'get',
  path: '/api/saved-searches/{searchId}/changes',
  area: 'saved searches',
  summary:
    'How many leads of a saved search are new, changed and gone since the person last looked, and since the company last downloaded it. It is no look itself',
  access: 'user',
  apiKeyScope: 'saved-searches',
  right: 'searches.read',
  params: savedSearchParams,
  answer: searchChanges,
  handle: async ({ deps, company, params }) =>
    await readSearchChanges(deps, await company(), params.searchId),
})

export const recordLookOperation = leadsOperation({
  id: 'recordLook',
  method: 'post',
  path: '/api/saved-searches/{searchId}/looks',
  area: 'saved searches',
  summary: 'Remembers that the person has looked at a saved search, as this version of its data has it',
  access: 'user',
  apiKeyScope: 'saved-searches',
  whileImpersonating: 'allowed',
  right: 'searches.read',
  params: savedSearchParams,
  body: z.strictObject({ version: z.int().positive().max(2_147_483_647) }),
  status: 204,
  async handle({ deps, company, params, body: { version } }) {
    await recordLook(deps, await company(), { id: params.searchId, version })
    return new Response(null, { status: 204 })
  },
})
