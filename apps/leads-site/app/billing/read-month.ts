import type { ApiClient } from '@freeor/api-client/client'
import { listLedger } from '../api/ledger.ts'
import { type DayUse, dailyUse } from './daily-use.ts'

/** The API's largest page: the plot of a period with more entries than this shows the latest of them. */
const plotted = 500

/** Leads used on each day of the running period, which ends at this time. */
export async function readMonth(api: ApiClient, periodEnd: string): Promise<DayUse[]> {
  return dailyUse(await listLedger(api, { limit: plotted }), periodEnd, Date.now())
}
