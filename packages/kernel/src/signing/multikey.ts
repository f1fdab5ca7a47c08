import { decodeBase58, encodeBase58 } from './base58.ts'

/** The multicodec prefix of an Ed25519 public key. */
const ed25519Prefix = [0xed, 0x01]

const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))

const toBase64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** `z6Mk…` of a public Ed25519 key. */
export const multikeyOf = (publicJwk: { readonly x?: unknown }): string =>
  `z${encodeBase58(new Uint8Array([...ed25519Prefix, ...fromBase64Url(String(publicJwk.x))]))}`

/** The public key of `z6Mk…`; undefined for any other text. */
export function jwkOfMultikey(multikey: string): { kty: 'OKP'; crv: 'Ed25519'; x: string } | undefined {
  if (!/^z6Mk[1-9A-HJ-NP-Za-km-z]{40,50}$/.test(multikey)) return undefined
  const bytes = decodeBase58(multikey.slice(1))
  const isEd25519 = bytes.length === 34 && ed25519Prefix.every((byte, at) => bytes[at] === byte)
  return isEd25519 ? { kty: 'OKP', crv: 'Ed25519', x: toBase64Url(bytes.slice(2)) } : undefined
}

/** The whole key as a name: whoever has it need not ask anybody for the key. */
export const didKeyOf = (multikey: string): string => `did:key:${multikey}`

/** The same name as a method inside its own document, as a proof names it. */
export const didKeyMethodOf = (multikey: string): string => `${didKeyOf(multikey)}#${multikey}`
