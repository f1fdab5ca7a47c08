import { createPrivateKey } from 'node:crypto'

/** A key that signs our mail: its public half is in the DNS at `<selector>._domainkey.<domain>`. */
export type DkimKey = {
  readonly domain: string
  readonly selector: string
  /** PEM, RSA. */
  readonly privateKey: string
}

const LEAST_BITS = 2048

/**
 * What a signature covers. nodemailer's own list leaves out `List-Unsubscribe-Post`, which RFC 8058 demands together
 * with `List-Unsubscribe`, and `Auto-Submitted`.
 */
const signedHeaders = [
  ...['From', 'Sender', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'To', 'Cc', 'Auto-Submitted'],
  ...['MIME-Version', 'Content-Type', 'Content-Transfer-Encoding', 'In-Reply-To', 'References'],
  ...['List-Id', 'List-Unsubscribe', 'List-Unsubscribe-Post'],
]

/** How nodemailer signs with a key. */
export const dkimOptions = ({ domain, selector, privateKey }: DkimKey) => ({
  domainName: domain,
  keySelector: selector,
  privateKey,
  headerFieldNames: signedHeaders.join(':'),
})

/** Why a key cannot sign; undefined for one that can. A wrong key would leave mail without a signature, and say nothing. */
export function dkimKeyProblem(privateKey: string): string | undefined {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(privateKey)
    const bits = asymmetricKeyDetails?.modulusLength ?? 0
    if (asymmetricKeyType !== 'rsa') return 'is no RSA key'
    return bits < LEAST_BITS ? `has ${bits} bits, and needs ${LEAST_BITS}` : undefined
  } catch {
    return 'holds no private key in PEM'
  }
}
