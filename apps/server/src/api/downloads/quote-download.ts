import { quoteDownload } from '@freeor/leads/downloads/queries'
import { downloadQuote, downloadRequest } from '@freeor/leads/schema'
import { operation } from '../../http/operation.ts'

export const quoteDownloadOperation = operation({
  id: 'quoteDownload',
  method: 'post',
  path: '/api/downloads/quote',
  area: 'downloads',
  summary: 'What a download would hold and cost now; changes nothing',
  access: 'user',
  apiKeyScope: 'downloads.order',
  right: 'downloads.order',
  body: downloadRequest,
  answer: downloadQuote,
  handle: async ({ deps, body, company, request }) =>
    await quoteDownload(deps, await company(), body, request.signal),
})
