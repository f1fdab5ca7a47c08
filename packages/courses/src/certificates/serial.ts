import { randomBytes } from 'node:crypto'

/** Crockford's base 32: no letter looks like another or like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 80 random bits in four groups: nobody guesses one, and it can be typed. */
export function newSerial(): string {
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte & 31]).join('')
  return (letters.match(/.{4}/g) ?? []).join('-')
}

/** A serial as somebody typed it: in small letters, without hyphens, with the letters that stand for digits. */
export function readSerial(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return (letters.match(/.{1,4}/g) ?? []).join('-')
}
