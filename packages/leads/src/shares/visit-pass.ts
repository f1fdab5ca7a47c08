import { timingSafeEqual } from 'node:crypto'
import { deriveSecret } from '@freeor/accounts/signed-values'
import { shareLimits } from './limits.ts'

type Visited = { readonly id: string; readonly turns: number }

const proofOf = (secret: string, { id, turns }: Visited, until: number) =>
  deriveSecret(secret, 'share-pass', `${id}:${turns}:${until}`)

/** What a counted visit shows to go on looking without being counted again. It is no way around a revocation. */
export function makePass(secret: string, link: Visited, now: Date): string {
  const until = now.getTime() + shareLimits.passMs
  return `${until}.${proofOf(secret, link, until)}`
}

/** Whether a pass is ours, for this link at its present address, and not over. */
export function isPass(secret: string, link: Visited, { pass, now }: { pass: string; now: Date }): boolean {
  const [time = '', proof = '', ...rest] = pass.split('.')
  const until = Number(time)
  if (rest.length > 0 || !Number.isSafeInteger(until) || until < now.getTime()) return false
  const expected = Buffer.from(proofOf(secret, link, until))
  const given = Buffer.from(proof)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
