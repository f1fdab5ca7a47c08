import type { ScheduleRhythm } from './schema.ts'

const DAY_MS = 86_400_000
/** When alerts are mailed too. */
const HOUR = 7

/** The first due time of a schedule that begins on a day. */
export const firstTime = (day: string): Date => new Date(`${day}T${String(HOUR).padStart(2, '0')}:00:00Z`)

/**
 * The first due time after `now` of a schedule that began at `startsAt`. Times that were missed are one run, not many.
 * A month without the day of the start has its last one.
 */
export function nextTime(startsAt: Date, rhythm: ScheduleRhythm, now: Date): Date {
  if (now < startsAt) return startsAt
  if (rhythm !== 'monthly') {
    const step = rhythm === 'daily' ? DAY_MS : 7 * DAY_MS
    const passed = Math.floor((now.getTime() - startsAt.getTime()) / step)
    return new Date(startsAt.getTime() + (passed + 1) * step)
  }
  const years = now.getUTCFullYear() - startsAt.getUTCFullYear()
  const months = years * 12 + now.getUTCMonth() - startsAt.getUTCMonth()
  const inMonth = monthsLater(startsAt, months)
  return inMonth > now ? inMonth : monthsLater(startsAt, months + 1)
}

function monthsLater(start: Date, months: number): Date {
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const later = new Date(start)
  later.setUTCFullYear(year, month, Math.min(start.getUTCDate(), lastDay))
  return later
}
