import { quoteDownload } from '@freeor/leads/downloads/price-download'
import { downloadRequest, offeredQuote } from '@freeor/leads/downloads/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const quoteDownloadOperation = leadsOperation({
  id: 'quoteDownload',
  method: 'post',
  path: '/api/downloads/quote',
  area: 'downloads',
  summary:
    'What a download would hold and cost now, with a quote that is kept for 15 minutes; changes nothing',
  access: 'user',
  apiKeyScope: 'downloads.order',
  right: 'downloads.order',
  body: downloadRequest,
  answer: offeredQuote,
  handle: async ({ deps, body, company, request }) =>
    await quoteDownload(deps, await company(), body, request.signal),
})
