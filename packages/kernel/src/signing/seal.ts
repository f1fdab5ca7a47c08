import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** The installation's secret, and what the sealed text is for: a text for one purpose opens for no other. */
export type SealMeans = { readonly secret: string; readonly purpose: string }

const keyOf = ({ secret, purpose }: SealMeans) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

/** AES-256-GCM, bound to the key's id: the database alone signs nothing, and no key can pass as another. */
export function sealKey(means: SealMeans, id: string, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(means), iv).setAAD(Buffer.from(id))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The text of `sealKey`. @throws Error when it was sealed with another secret, for another purpose or another key */
export function unsealKey(means: SealMeans, id: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(means), bytes.subarray(0, 12))
    .setAAD(Buffer.from(id))
    .setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
