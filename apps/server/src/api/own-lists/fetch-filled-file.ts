import { Readable } from 'node:stream'
import { getDataset } from '@freeor/leads/dictionaries/queries'
import { openFilledFile } from '@freeor/leads/own-lists/open-filled-file'
import { dictId } from '@freeor/leads/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { ownListParams } from './own-list-params.ts'

export const fetchFilledFileOperation = leadsOperation({
  id: 'fetchFilledFile',
  method: 'get',
  path: '/api/own-lists/{ownListId}/file',
  area: 'downloads',
  summary:
    'The list’s own rows, in their order, with the dataset’s columns of those that match a lead the company owns; free, and nothing is bought',
  access: 'user',
  apiKeyScope: 'downloads',
  whileImpersonating: 'refused',
  right: 'downloads.order',
  params: ownListParams,
  query: z.strictObject({
    dictId,
    /** Keys with commas between; all columns without it. */
    columns: z.string().max(4_000).optional(),
  }),
  produces: 'text/csv',
  async handle({ deps, company, params, query }) {
    const scope = await company()
    const dataset = await getDataset(deps.db, query.dictId)
    const columns = query.columns?.split(',').filter((key) => key !== '')
    const file = await openFilledFile(deps, scope, { id: params.ownListId, dataset, columns })
    return new Response(Readable.toWeb(file.body) as ReadableStream<Uint8Array>, {
      headers: {
        'content-type': file.contentType,
        'content-disposition': `attachment; filename="${file.fileName}"`,
        'cache-control': 'private, no-store',
      },
    })
  },
})
