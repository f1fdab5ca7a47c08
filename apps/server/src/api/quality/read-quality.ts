import { findDataset, getDataset } from '@freeor/leads/dictionaries/queries'
import { readQuality } from '@freeor/leads/quality/queries'
import { datasetQuality } from '@freeor/leads/quality/schema'
import { sampleDictId } from '@freeor/leads/sample/commands'
import { dictId } from '@freeor/leads/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

/** Without a plan too: one sees what a dataset is worth before anything is paid. */
export const readQualityOperation = leadsOperation({
  id: 'readQuality',
  method: 'get',
  path: '/api/dictionaries/{dictId}/quality',
  area: 'search',
  summary: 'How good a dataset is: filled cells, values, years, duplicates, rejected rows; no cell of a lead',
  access: 'user',
  apiKeyScope: 'search',
  right: 'search',
  params: z.strictObject({ dictId }),
  answer: datasetQuality,
  handle: async ({ deps, params }) => await readQuality(deps, await getDataset(deps.db, params.dictId)),
})

/** Only the invented sample is shown to everyone, as in the showcase. */
export const readSampleQualityOperation = leadsOperation({
  id: 'readSampleQuality',
  method: 'get',
  path: '/api/showcase/quality',
  area: 'search',
  summary: 'How good the sample data is, for visitors; null where there is none',
  access: 'public',
  answer: z.object({ quality: datasetQuality.nullable() }),
  handle: async ({ deps }) => {
    const dataset = await findDataset(deps.db, sampleDictId)
    return { quality: dataset ? await readQuality(deps, dataset) : null }
  },
})
