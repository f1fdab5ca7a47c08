import { CronExpressionParser } from 'cron-parser'

/** Whether a text is a time of cron with five fields, as the queue of the jobs reads it, by the same parser. */
export function isCron(text: string): boolean {
  if (!/^\S+( \S+){4}$/.test(text)) return false
  try {
    return CronExpressionParser.parse(text, { tz: 'UTC' }).hasNext()
  } catch {
    return false
  }
}
