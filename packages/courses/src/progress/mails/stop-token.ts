import { timingSafeEqual } from 'node:crypto'
import { deriveSecret } from '@freeor/accounts/signed-values'
import { type MailKind, mailKinds } from './schema.ts'

export type Stopped = { readonly userId: string; readonly kind: MailKind }

const purpose = 'learner-mails'
const proofOf = (secret: string, { userId, kind }: Stopped) =>
  deriveSecret(secret, purpose, `${userId}:${kind}`)

/**
 * What a link that stops one kind of mail to one learner carries. It is derived, not stored, and has no end: a mail
 * from years ago still stops what it belongs to, and nobody can compute it from a user's id.
 */
export function makeStopToken(secret: string, stopped: Stopped): string {
  return `${stopped.userId}.${stopped.kind}.${proofOf(secret, stopped)}`
}

/** What a token stops; undefined for one that is not ours. */
export function readStopToken(secret: string, token: string): Stopped | undefined {
  const [userId, named, proof, ...rest] = token.split('.')
  const kind = mailKinds.find((known) => known === named)
  if (!userId || !kind || !proof || rest.length > 0) return undefined
  const expected = Buffer.from(proofOf(secret, { userId, kind }))
  const given = Buffer.from(proof)
  const isOurs = expected.length === given.length && timingSafeEqual(expected, given)
  return isOurs ? { userId, kind } : undefined
}
