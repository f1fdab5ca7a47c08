import { openDownloadFile } from '@freeor/leads/downloads/queries'
import { answerFile } from '../../http/answer-file.ts'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { downloadParams } from './read-download.ts'

export const fetchFileOperation = leadsOperation({
  id: 'fetchFile',
  method: 'get',
  path: '/api/downloads/{downloadId}/file',
  area: 'downloads',
  summary: 'The file; resumable with Range and If-Range, and free for good',
  access: 'user',
  apiKeyScope: 'downloads',
  whileImpersonating: 'refused',
  right: 'downloads.order',
  params: downloadParams,
  produces: 'text/csv',
  async handle({ deps, company, params, request }) {
    const file = await openDownloadFile(deps, await company(), params.downloadId)
    return await answerFile(file, request)
  },
})
