import type { LedgerEntry } from '../api/ledger.ts'

export type DayUse = { /** YYYY-MM-DD, in UTC. */ day: string; count: number }

const dayLength = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The first day of the period that ends at a time: the same day of the month before, or its last day. */
function startOf(periodEnd: string): number {
  const end = new Date(periodEnd)
  const start = new Date(end)
  start.setUTCMonth(start.getUTCMonth() - 1)
  // 31 March less a month is 3 March: the month before is shorter, so its last day.
  if (start.getUTCDate() !== end.getUTCDate()) start.setUTCDate(0)
  return start.getTime()
}

/** Leads used on each day of the running period up to now, first day first; what was given back is not counted. */
export function dailyUse(
  entries: readonly Pick<LedgerEntry, 'kind' | 'amount' | 'at'>[],
  periodEnd: string,
  now: number,
): DayUse[] {
  const start = startOf(periodEnd)
  const counts = new Map<string, number>()
  for (let time = start; dayOf(time) <= dayOf(now); time += dayLength) counts.set(dayOf(time), 0)
  for (const { kind, amount, at } of entries) {
    const day = at.slice(0, 10)
    const before = counts.get(day)
    if (kind === 'debit' && before !== undefined) counts.set(day, before + Math.abs(amount))
  }
  return [...counts].map(([day, count]) => ({ day, count }))
}
