import { gunzipSync, gzipSync } from 'node:zlib'
import { credentialsContext } from './context-loader.ts'
import { statusListLength, statusListUrl } from './credential.ts'
import type { Document } from './prove-document.ts'

/**
 * The bits of a Bitstring Status List, compressed: the first bit of the first byte is index 0.
 * Source: Bitstring Status List 1.0, section 3.3 (W3C).
 */
export function encodeStatusList(revoked: readonly number[]): string {
  const bits = new Uint8Array(statusListLength / 8)
  for (const index of revoked) {
    const at = Math.floor(index / 8)
    bits[at] = (bits[at] ?? 0) | (0x80 >> (index % 8))
  }
  return `u${gzipSync(bits).toString('base64url')}`
}

/** Whether the list says that this index is revoked. */
export function isRevokedIn(encodedList: string, index: number): boolean {
  const bits = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'))
  return ((bits[Math.floor(index / 8)] ?? 0) & (0x80 >> (index % 8))) !== 0
}

/** The credential of a status list, not signed yet. */
export function statusListCredential(
  {
    siteUrl,
    issuer,
    list,
    now,
  }: { readonly siteUrl: string; readonly issuer: string; readonly list: number; readonly now: Date },
  revoked: readonly number[],
): Document {
  const url = statusListUrl(siteUrl, list)
  return {
    '@context': [credentialsContext],
    id: url,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer,
    validFrom: now.toISOString(),
    credentialSubject: {
      id: `${url}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: encodeStatusList(revoked),
    },
  }
}
