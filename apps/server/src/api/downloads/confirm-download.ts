import { confirmDownload } from '@freeor/leads/downloads/commands'
import { download, downloadRequest } from '@freeor/leads/downloads/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { refusedBy } from './refuse-quote.ts'

export const confirmDownloadOperation = leadsOperation({
  id: 'confirmDownload',
  method: 'post',
  path: '/api/downloads',
  area: 'downloads',
  summary:
    'Reserves the credits, freezes the leads and starts writing the file; needs an Idempotency-Key header',
  access: 'user',
  provenAddress: true,
  apiKeyScope: 'downloads.order',
  right: 'downloads.order',
  body: downloadRequest,
  answer: download,
  status: 202,
  async handle({ deps, body, company, request, user }) {
    const idempotencyKey = request.headers.get('idempotency-key') ?? undefined
    const confirm = { input: body, idempotencyKey, apiKeyId: user().apiKey?.id }
    const confirmed = await confirmDownload(deps, await company(), confirm)
    if (confirmed.outcome === 'ok') return confirmed.download
    throw refusedBy(confirmed.outcome, confirmed.quote)
  },
})
