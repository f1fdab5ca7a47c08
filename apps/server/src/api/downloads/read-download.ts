import { getDownload } from '@freeor/leads/downloads/queries'
import { download } from '@freeor/leads/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const downloadParams = z.strictObject({ downloadId: z.string().max(60) })

export const readDownload = operation({
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
