import { getDownload } from '@freeor/leads/downloads/queries'
import { download } from '@freeor/leads/downloads/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const downloadParams = z.strictObject({ downloadId: z.string().max(60) })

export const readDownloadOperation = leadsOperation({
  id: 'readDownload',
  method: 'get',
  path: '/api/downloads/{downloadId}',
  area: 'downloads',
  summary: 'One download with its progress',
  access: 'user',
  apiKeyScope: 'downloads',
  right: 'downloads.read',
  params: downloadParams,
  answer: download,
  handle: async ({ deps, company, params }) => await getDownload(deps, await company(), params.downloadId),
})
