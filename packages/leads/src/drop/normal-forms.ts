import { createHash } from 'node:crypto'
import anyAscii from 'any-ascii'
import { dropEmail } from '../suppression/normal-forms.ts'

/*
 * The forms in which California's DROP hashes what consumers gave it, as the description of its API has them ("DROP Data
 * Broker API" 1.2.0, "Standardization Rules"). Each has its twin in normal-sql.ts, which makes the same text of a lead's
 * cell. '' means that there is nothing to compare.
 */

export { dropEmail }

/** The last ten digits; all of them where there are fewer. */
export const dropPhone = (text: string): string => text.replace(/[^0-9]/g, '').slice(-10)

/** Eight digits, `YYYYMMDD`. Of a date written as `1985-07-04` its digits. */
export function dropBirth(text: string): string {
  const digits = text.replace(/[^0-9]/g, '')
  return digits.length === 8 ? digits : ''
}

/** `00300-9999` -> `300`, `M1B 1A1` -> `m1b1a`. */
export const dropZip = (text: string): string =>
  text
    .replace(/^\s*([0-9]{5})[-\s]?[0-9]{4}\s*$/, '$1')
    .replace(/[^0-9a-zA-Z]/g, '')
    .toLowerCase()
    .replace(/^0+/, '')
    .slice(0, 5)

/** Letters that no decomposition makes Latin ones of, in lower case, with what is written for them. */
export const transliterations: ReadonlyMap<string, string> = new Map(
  [
    [0xdf, 0x24f],
    [0x250, 0x2af],
    [0x370, 0x3ff],
    [0x400, 0x52f],
  ]
    .flatMap(([from = 0, to = 0]) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => sign === sign.toLowerCase() && /^\p{L}$/u.test(sign.normalize('NFKD')))
    .map((sign): [string, string] => [
      sign,
      anyAscii(sign)
        .toLowerCase()
        .replace(/[^a-z0-9]/g, ''),
    ]),
)

/** Letters and digits only: Greek and Cyrillic letters are written in Latin ones, which lose their accents. */
export const dropName = (text: string): string =>
  Array.from(text.normalize('NFKD').toLowerCase(), (sign) => transliterations.get(sign) ?? sign)
    .join('')
    .replace(/[^a-z0-9]/g, '')

/** An advertising id: 32 hexadecimal digits, lower case. */
export function dropAdvertisingId(text: string): string {
  const digits = text.replace(/[^0-9a-fA-F]/g, '').toLowerCase()
  return digits.length === 32 ? digits : ''
}

const plainSigns = (text: string): string => text.replace(/[^0-9a-zA-Z]/g, '').toLowerCase()

/** A vehicle identification number: 17 characters. */
export function dropVin(text: string): string {
  const signs = plainSigns(text)
  return signs.length === 17 ? signs : ''
}

/** The id of a connected television: 8 to 32 characters. */
export function dropTelevisionId(text: string): string {
  const signs = plainSigns(text)
  return signs.length >= 8 && signs.length <= 32 ? signs : ''
}

/** SHA-256 of UTF-8, in Base64. */
export const dropHash = (normal: string): string => createHash('sha256').update(normal).digest('base64')

/** The hash of several parts: of their hashes, joined. '' when a part is missing. */
export const dropCompoundHash = (normals: readonly string[]): string =>
  normals.includes('') ? '' : dropHash(normals.map(dropHash).join(''))
