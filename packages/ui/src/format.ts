const locale = 'en-US'

const counts = new Intl.NumberFormat(locale)
const figures = new Intl.NumberFormat(locale, { useGrouping: 'min2' })
const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
const dollars = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})
const cents = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})
const amounts = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })
const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const clocks = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })

/** `1234567` -> `1,234,567` */
export const formatCount = (value: number): string => counts.format(value)

/** A figure that may be a year: `2018` stays so, `12345` -> `12,345` */
export const formatFigure = (value: number): string => figures.format(value)

/** `0.256` -> `25.6%` */
export const formatShare = (value: number): string => percents.format(value)

/** Whole dollars. */
export const formatDollars = (value: number): string => dollars.format(value)

/** A price in cents: `9900` -> `$99`, `9950` -> `$99.50` */
export const formatCents = (value: number): string => cents.format(value / 100)

/** A sum in cents among others: `9900` -> `$99.00` */
export const formatAmount = (value: number): string => amounts.format(value / 100)

/** A day, in UTC, so that the server's page and the browser's agree. Text that is no date comes back as it is. */
export function formatDate(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : dates.format(date)
}

/** A day and a time, in UTC. */
export function formatTime(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : `${times.format(date)} UTC`
}

/** The time of a day, in UTC: `4:05 PM UTC`. */
export function formatClock(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : `${clocks.format(date)} UTC`
}

/** `1536` bytes -> `1.5 kB`, in powers of 1,000. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    // The short form of a byte has no plural.
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / 1000 ** power)
}

/** Seconds left: `45 sec`, `3 min`, `1 hr 5 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} sec`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} hr ${minutes % 60} min`
}
