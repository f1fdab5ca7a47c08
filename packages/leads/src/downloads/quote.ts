import type { DownloadQuote } from './schema.ts'

type Counts = {
  readonly dataVersion: number
  /** Leads the search matches; of them, those owned. */
  readonly matches: number
  readonly owned: number
  /** Of the matches: those on the company's suppression lists, and all that are left out, as listed or as owned. */
  readonly suppressed: { readonly listed: number; readonly all: number }
  /** Leads the file would hold; of them, those that are free with their business, and those that cost a credit. */
  readonly rows: number
  readonly same: number
  readonly fresh: number
  readonly doNotCall: DownloadQuote['doNotCall']
}

type Limits = { readonly leadsRemaining: number; readonly downloadLimit: number }

/**
 * What a download would hold and cost. The file limit is checked before the credits: a smaller file may be affordable.
 */
export function toQuote(counts: Counts, limits: Limits): DownloadQuote {
  const overFileLimit = Math.max(0, counts.rows - limits.downloadLimit)
  const overAllowance = Math.max(0, counts.fresh - limits.leadsRemaining)
  return {
    dataVersion: counts.dataVersion,
    matches: counts.matches,
    alreadyOwned: counts.owned,
    suppressed: counts.suppressed.all,
    listed: counts.suppressed.listed,
    optedOut: 0,
    overFileLimit,
    overAllowance,
    rows: counts.rows,
    newLeads: counts.fresh,
    sameLeads: counts.same,
    credits: {
      before: limits.leadsRemaining,
      price: counts.fresh,
      after: Math.max(0, limits.leadsRemaining - counts.fresh),
    },
    downloadLimit: limits.downloadLimit,
    doNotCall: counts.doNotCall,
    outcome: outcomeOf(counts.rows, overFileLimit, overAllowance),
  }
}

function outcomeOf(rows: number, overFileLimit: number, overAllowance: number): DownloadQuote['outcome'] {
  if (rows === 0) return 'nothing_to_download'
  if (overFileLimit > 0) return 'file_limit_exceeded'
  return overAllowance > 0 ? 'insufficient_credits' : 'ok'
}
