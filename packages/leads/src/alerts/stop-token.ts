import { timingSafeEqual } from 'node:crypto'
import { deriveSecret } from '@freeor/accounts/signed-values'

const proofOf = (secret: string, userId: string) => deriveSecret(secret, 'lead-alerts', userId)

/**
 * What a link that stops a person's alerts carries. It is derived, not stored, and has no end: a mail from years ago
 * still stops what it belongs to. It lets nobody do anything else.
 */
export const makeAlertToken = (secret: string, userId: string): string =>
  `${userId}.${proofOf(secret, userId)}`

/** Whose alerts a token stops; undefined for one that is not ours. */
export function readAlertToken(secret: string, token: string): string | undefined {
  const [userId, proof, ...rest] = token.split('.')
  if (!userId || !proof || rest.length > 0) return undefined
  const expected = Buffer.from(proofOf(secret, userId))
  const given = Buffer.from(proof)
  const isOurs = expected.length === given.length && timingSafeEqual(expected, given)
  return isOurs ? userId : undefined
}
