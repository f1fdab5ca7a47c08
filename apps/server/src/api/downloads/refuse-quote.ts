import { AppError } from '@freeor/kernel/errors'
import type { DownloadQuote } from '@freeor/leads/downloads/schema'

const refusals = {
  nothing_to_download: ['invalid_request', 'This search has no leads to download.'],
  file_limit_exceeded: [
    'file_limit_exceeded',
    'That is more leads than one file of your plan may hold. Please choose fewer.',
  ],
  insufficient_credits: ['insufficient_credits', 'You do not have enough leads remaining for this download.'],
} as const

/** The error of an order that its quote does not allow, with the quote. */
export function refusedBy(outcome: keyof typeof refusals, quote: DownloadQuote): AppError {
  const [code, sentence] = refusals[outcome]
  return new AppError(code, sentence, { details: { quote } })
}
