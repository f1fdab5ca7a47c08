import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { HumanCheck } from './ports.ts'

/** An ALTCHA challenge and the solution that a browser finds. */
export async function solveOne(check: HumanCheck) {
  const challenge = (await check.challenge()) as unknown as Parameters<typeof solveChallenge>[0]['challenge']
  const solution = await solveChallenge({ challenge, deriveKey })
  return { challenge, solution }
}

/** The answer as the widget puts it into its form. */
export const widgetAnswer = (payload: unknown): string =>
  Buffer.from(JSON.stringify(payload)).toString('base64')

/** What a browser that did the work sends. */
export const humanAnswer = async (check: HumanCheck): Promise<string> => widgetAnswer(await solveOne(check))
