import { findDataset } from '@freeor/leads/dictionaries/queries'
import { proposeDictionary } from '@freeor/leads/import/columns/propose-dictionary'
import { importProposal } from '@freeor/leads/import/schema'
import { dictId } from '@freeor/leads/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { openUpload, uploadId } from './upload-source.ts'

export const proposeDictionaryOperation = leadsOperation({
  id: 'proposeDictionary',
  method: 'post',
  path: '/api/imports/proposals',
  area: 'imports',
  summary: 'What an uploaded file looks like: its dictionary, proposed from a sample, and its first rows',
  access: 'super_admin',
  body: z.strictObject({
    uploadId,
    /** The dictionary it will become a version of, whose columns then stay as they are. */
    dictId: dictId.optional(),
  }),
  answer: importProposal,
  async handle({ deps, body }) {
    const source = await openUpload(deps, body.uploadId)
    const existing = body.dictId ? await findDataset(deps.db, body.dictId) : undefined
    return await proposeDictionary(source, existing?.dictionary.columns)
  },
})
