/**
 * `1:02:03.004`, `02:03.004`, and SRT's comma. Programs also write `0:0:3.4`, whole seconds, and more digits than
 * milliseconds have.
 */
const shape = /^(?:(\d{1,4}):)?([0-5]?\d):([0-5]?\d)(?:[.,](\d{1,9}))?$/

/** Reads a timestamp of WebVTT or SRT. @returns seconds; undefined for any other text */
export function readTimestamp(text: string): number | undefined {
  const [matched, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = shape.exec(text) ?? []
  if (matched === undefined) return undefined
  const milliseconds = Math.round(Number(`0.${fraction}`) * 1000)
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  // Divided once: the nearest number to what is written, as the same text in any other form gives it.
  return (whole * 1000 + milliseconds) / 1000
}

const digits = (value: number, length: number) => String(value).padStart(length, '0')

/** Seconds as WebVTT writes them: `00:01:35.500`. */
export function writeTimestamp(seconds: number): string {
  const all = Math.round(Math.max(0, seconds) * 1000)
  const whole = Math.floor(all / 1000)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return `${parts.map((part) => digits(part, 2)).join(':')}.${digits(all % 1000, 3)}`
}

/** Seconds as users read them: `1:35`, `1:02:03`. */
export function writeClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  const rest = `${digits(minutes, hours > 0 ? 2 : 1)}:${digits(whole % 60, 2)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}
