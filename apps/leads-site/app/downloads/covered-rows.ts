import type { DownloadQuote } from '@freeor/leads/downloads/schema'

type Rows = Pick<DownloadQuote, 'rows' | 'overFileLimit' | 'overAllowance'>

/** Rows of a file that the plan covers. Those beyond one file and those beyond the leads remaining may be the same ones. */
export const coveredRows = ({ rows, overFileLimit, overAllowance }: Rows): number =>
  rows - Math.max(overFileLimit, overAllowance)
