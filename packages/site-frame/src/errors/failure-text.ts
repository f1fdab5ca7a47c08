import { errorTexts } from './error-texts.ts'
import { isLostConnection } from './lost-connection.ts'

/**
 * What to say where a call failed. Browsers have words of their own for a lost connection ("Failed to fetch"), which
 * tell nobody anything.
 * @param undone a sentence that says what was not done, for the connection that was lost
 */
export function failureText(error: unknown, undone?: string): string {
  if (isLostConnection(error)) return undone ? `${undone} ${errorTexts.noAnswer}` : errorTexts.noAnswer
  return error instanceof Error ? error.message : String(error)
}
