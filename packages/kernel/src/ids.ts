import { randomBytes } from 'node:crypto'

/** Every id says what it names: `usr_…`, `cmp_…`, `dl_…`. */
export type IdPrefix =
  | 'usr'
  | 'whk'
  | 'ses'
  | 'acc'
  | 'ver'
  | 'cmp'
  | 'mem'
  | 'inv'
  | 'key'
  | 'aud'
  | 'ips'
  | 'err'
  | 'mail'
  | 'lot'
  | 'cus'
  | 'led'
  | 'res'
  | 'dict'
  | 'imp'
  | 'up'
  | 'srch'
  | 'shr'
  | 'dl'
  | 'out'
  | 'sup'
  | 'zip'
  | 'lst'
  | 'req'
  | 'sub'
  | 'bint'
  | 'pev'
  | 'bill'
  | 'emb'
  | 'pass'
  | 'sms'
  | 'bcp'
  | 'psk'
  | 'vcd'
  | 'crs'
  | 'les'
  | 'cap'
  | 'que'
  | 'opt'
  | 'att'
  | 'rep'
  | 'note'
  | 'oin'
  | 'sgk'
  | 'doc'
  | 'pho'
  | 'qim'
  | 'msg'
  | 'rgr'
  | 'eml'
  | 'promo'
  | 'rpt'
  | 'ret'
  | 'quo'
  | 'drop'
  | 'apv'
  | 'sdl'
  | 'srn'

export type Id<P extends IdPrefix> = `${P}_${string}`

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** A fresh random id with 130 bits of entropy in Crockford base 32, which can be read aloud without mistakes. */
export function newId<P extends IdPrefix>(prefix: P): Id<P> {
  let text = ''
  for (const byte of randomBytes(26)) text += ALPHABET[byte & 31]
  return `${prefix}_${text}`
}

/** `length` random bytes as URL-safe text, for tokens and passwords. */
export function newSecret(length = 32): string {
  return randomBytes(length).toString('base64url')
}
