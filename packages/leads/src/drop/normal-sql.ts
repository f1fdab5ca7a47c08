import { dropEmailSql } from '../suppression/normal-sql.ts'
import { transliterations } from './normal-forms.ts'

/* The twins of normal-forms.ts for the engine: each takes an SQL expression of a text and gives one of its normal form. */

export { dropEmailSql }

const digitsSql = (x: string): string => `replaceRegexpAll(${x}, '[^0-9]+', '')`
const signsSql = (x: string): string => `lower(replaceRegexpAll(${x}, '[^0-9a-zA-Z]+', ''))`

export const dropPhoneSql = (x: string): string => `right(${digitsSql(x)}, 10)`

export const dropBirthSql = (x: string): string => `if(length(${digitsSql(x)}) = 8, ${digitsSql(x)}, '')`

export function dropZipSql(x: string): string {
  const five = `replaceRegexpOne(${x}, '^\\\\s*([0-9]{5})[-\\\\s]?[0-9]{4}\\\\s*$', '\\\\1')`
  return `left(replaceRegexpOne(${signsSql(five)}, '^0+', ''), 5)`
}

const quoted = (texts: Iterable<string>): string => [...texts].map((text) => `'${text}'`).join(', ')

export function dropNameSql(x: string): string {
  const [from, to] = [quoted(transliterations.keys()), quoted(transliterations.values())]
  const letters = `extractAll(lowerUTF8(normalizeUTF8NFKD(${x})), '(?s).')`
  const latin = `arrayStringConcat(arrayMap(sign -> transform(sign, [${from}], [${to}], sign), ${letters}))`
  return `replaceRegexpAll(${latin}, '[^a-z0-9]+', '')`
}

export function dropAdvertisingIdSql(x: string): string {
  const digits = `lower(replaceRegexpAll(${x}, '[^0-9a-fA-F]+', ''))`
  return `if(length(${digits}) = 32, ${digits}, '')`
}

export const dropVinSql = (x: string): string => `if(length(${signsSql(x)}) = 17, ${signsSql(x)}, '')`

export const dropTelevisionIdSql = (x: string): string =>
  `if(length(${signsSql(x)}) BETWEEN 8 AND 32, ${signsSql(x)}, '')`

const hashSql = (normal: string): string => `base64Encode(SHA256(${normal}))`

/** The joined hashes of several parts: what the compound hash is made of. '' when a part is missing. */
export const compoundSql = (normals: readonly string[]): string =>
  `if(${normals.map((normal) => `${normal} = ''`).join(' OR ')}, '', concat(${normals.map(hashSql).join(', ')}))`
