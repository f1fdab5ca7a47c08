import { getDataset } from '@freeor/leads/dictionaries/queries'
import { leadId } from '@freeor/leads/lead-details/schema'
import { setLeadNote } from '@freeor/leads/lead-notes/commands'
import { leadNote, leadNoteInput } from '@freeor/leads/lead-notes/schema'
import { dictId } from '@freeor/leads/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const setLeadNoteOperation = leadsOperation({
  id: 'setLeadNote',
  method: 'put',
  path: '/api/search/{dictId}/leads/{leadId}/note',
  area: 'search',
  summary:
    'What one’s own company says of a lead: a status and a note, which its people see, filter by and export. With the revision one saw: what a colleague wrote since is answered with 409',
  access: 'user',
  apiKeyScope: 'saved-searches',
  right: 'searches.save',
  params: z.strictObject({ dictId, leadId }),
  body: leadNoteInput,
  answer: leadNote,
  async handle({ deps, params, body, company }) {
    const dataset = await getDataset(deps.db, params.dictId)
    return await setLeadNote(deps, await company(), { dataset, leadId: params.leadId, input: body })
  },
})
