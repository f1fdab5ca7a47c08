import { timingSafeEqual } from 'node:crypto'
import { deriveSecret } from '@freeor/accounts/signed-values'

/** 132 bits: short, so that no program breaks the link. */
const PROOF_LENGTH = 22
const PREFIX = 'mail_'

const proofOf = (secret: string, id: string) => deriveSecret(secret, 'mail-stop', id).slice(0, PROOF_LENGTH)

/**
 * What the link of a mail carries that stops further ones. It names the mail, not the address, and can do nothing else;
 * it is derived, so nothing is stored for it.
 */
export function makeMailStopToken(secret: string, mailId: string): string {
  const id = mailId.slice(PREFIX.length)
  return `${id}.${proofOf(secret, id)}`
}

/** The mail that a token belongs to; undefined for one that is not ours. */
export function readMailStopToken(secret: string, token: string): string | undefined {
  const [id, proof, ...rest] = token.split('.')
  if (!id || !proof || rest.length > 0) return undefined
  const expected = Buffer.from(proofOf(secret, id))
  const given = Buffer.from(proof)
  const isOurs = expected.length === given.length && timingSafeEqual(expected, given)
  return isOurs ? `${PREFIX}${id}` : undefined
}
