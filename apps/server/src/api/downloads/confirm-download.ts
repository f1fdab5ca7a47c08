import { AppError } from '@freeor/kernel/errors'
import { confirmDownload } from '@freeor/leads/downloads/commands'
import { type DownloadQuote, download, downloadRequest } from '@freeor/leads/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

const refusals = {
  nothing_to_download: ['invalid_request', 'This search has no leads to download.'],
  file_limit_exceeded: [
    'file_limit_exceeded',
    'That is more leads than one file of your plan may hold. Please choose fewer.',
  ],
  insufficient_credits: ['insufficient_credits', 'You do not have enough leads remaining for this download.'],
} as const

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
    throw refusal(confirmed.outcome, confirmed.quote)
  },
})

function refusal(outcome: keyof typeof refusals, quote: DownloadQuote): AppError {
  const [code, sentence] = refusals[outcome]
  return new AppError(code, sentence, { details: { quote } })
}
