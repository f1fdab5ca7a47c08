/**
 * Whether an instant or a day, in ISO 8601, lies in the years 1 to 9999. ISO has a year 0 and, with an offset, a year
 * 10000; PostgreSQL reads neither as ISO writes it.
 */
export function hasKnownYear(text: string): boolean {
  const year = new Date(text).getUTCFullYear()
  return year >= 1 && year <= 9999
}

export const knownYears = 'Please use a year from 1 to 9999.'
