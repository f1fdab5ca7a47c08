import { createHmac, timingSafeEqual } from 'node:crypto'

/** 130 bits, as in ids: letters of one case, since mail servers on the way may change the case of an address. */
const PROOF_LENGTH = 26
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const ID_PREFIX = 'mail_'
const LOCAL_PART = /^b-([0-9a-z]{26})-([0-9a-z]{26})$/
const OF_MAIL = /^mail_[0-9a-z]{26}$/

/** The addresses that mails come back to, one for each mail (VERP). */
export type ReturnPath = {
  readonly domain: string
  /** Where this mail comes back to; undefined for an id that no mail of ours has. */
  addressOf(mailId: string): string | undefined
  /** The mail that an address is of; undefined for one that we did not make. */
  mailOf(address: string): string | undefined
}

/**
 * Nobody can make up an address: it proves that its mail was sent. It is derived from the mail's id, so nothing is
 * stored for it.
 */
export function openReturnPath({ secret, domain }: { secret: string; domain: string }): ReturnPath {
  const home = domain.toLowerCase()
  return {
    domain: home,
    addressOf(mailId) {
      if (!OF_MAIL.test(mailId)) return undefined
      const id = mailId.slice(ID_PREFIX.length)
      return `b-${id}-${proofOf(secret, id)}@${home}`
    },
    mailOf(address) {
      const [local = '', host, ...rest] = address.trim().toLowerCase().split('@')
      const [, id, proof] = LOCAL_PART.exec(local) ?? []
      if (host !== home || rest.length > 0 || id === undefined || proof === undefined) return undefined
      return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(secret, id)))
        ? `${ID_PREFIX}${id}`
        : undefined
    },
  }
}

function proofOf(secret: string, id: string): string {
  const digest = createHmac('sha256', secret).update(`return-path:${id}`).digest()
  return [...digest.subarray(0, PROOF_LENGTH)].map((byte) => ALPHABET[byte & 31]).join('')
}
