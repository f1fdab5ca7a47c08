import type { DownloadQuote } from '@freeor/leads/downloads/schema'
import { formatCount } from '@freeor/ui/format'
import { texts } from '../texts.ts'

type Refused = Pick<DownloadQuote, 'outcome' | 'downloadLimit' | 'overAllowance'> & {
  readonly credits: Pick<DownloadQuote['credits'], 'before'>
}

/** Why a file cannot be ordered: all that is in its way, so that who mends one thing is not refused for the next. */
export function refusalText({
  outcome,
  downloadLimit,
  overAllowance,
  credits: { before },
}: Refused): string | undefined {
  const words = texts.downloads
  switch (outcome) {
    case 'nothing_to_download':
      return words.nothing
    case 'file_limit_exceeded':
      return overAllowance > 0 && before < downloadLimit
        ? words.fileLimitAndCredits(formatCount(downloadLimit), formatCount(before))
        : words.fileLimit(formatCount(downloadLimit))
    case 'insufficient_credits':
      return words.credits
    default:
      return undefined
  }
}
