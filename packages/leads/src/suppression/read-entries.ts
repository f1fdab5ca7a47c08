import { createHash } from 'node:crypto'
import { headerWords } from '../import/cells/header-words.ts'
import {
  addressOf,
  companyWords,
  domainOf,
  e164Phone,
  legalForms,
  lowerEmail,
  streetAndZip,
} from './normal-forms.ts'
import { formNo } from './profiles.ts'
import type { EntryForm } from './schema.ts'

/** The first 16 bytes of a digest: as good as all of it to tell entries apart. */
const KEY_BYTES = 16
/** The number of the form, then the key. */
export const RECORD_BYTES = 1 + KEY_BYTES

export type Entry = { readonly form: EntryForm; readonly key: Buffer }

const digestsByHex = new Map<number, EntryForm>([
  [32, 'md5'],
  [40, 'sha1'],
  [64, 'sha256'],
])
const digestsByBytes = new Map<number, EntryForm>([
  [16, 'md5'],
  [20, 'sha1'],
  [32, 'sha256'],
])

/** A digest in hex or Base64 (also its URL form), by its length. */
function readDigest(text: string): Entry | undefined {
  const hex = /^[0-9a-f]+$/i.test(text) ? digestsByHex.get(text.length) : undefined
  if (hex) return { form: hex, key: Buffer.from(text, 'hex').subarray(0, KEY_BYTES) }
  if (!/^[A-Za-z0-9+/_-]{22,44}={0,2}$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64')
  const form = digestsByBytes.get(bytes.length)
  // Words of that length read back differently.
  const isWhole = bytes.toString('base64').replace(/=+$/, '') === toPlainBase64(text)
  return form && isWhole ? { form, key: bytes.subarray(0, KEY_BYTES) } : undefined
}

const toPlainBase64 = (text: string): string =>
  text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')

const plain = (form: EntryForm, normal: string): Entry => ({
  form,
  key: createHash('sha256').update(normal).digest().subarray(0, KEY_BYTES),
})

const emailPattern = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/
const phonePattern = /^[+(]?[0-9][0-9 .()/-]{5,}(?: ?(?:x|ext\.?|#) ?[0-9]+)?$/i
const domainPattern = /^(?:https?:\/\/)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?:\/\S*)?$/i

/** An entry whose form cannot be mistaken for a name: an address of mail, a number, a digest. */
function readPlainly(text: string): Entry | undefined {
  if (emailPattern.test(text)) return plain('email', lowerEmail(text))
  const digest = readDigest(text)
  if (digest) return digest
  const phone = phonePattern.test(text) ? e164Phone(text) : ''
  return phone === '' ? undefined : plain('phone', phone)
}

const readDomain = (text: string): Entry | undefined => {
  const domain = domainPattern.test(text) ? domainOf(text) : ''
  return domain === '' ? undefined : plain('domain', domain)
}

const readCompany = (text: string): Entry | undefined => {
  const words = companyWords(text)
  return words === '' ? undefined : plain('company', words)
}

/** A line that is one entry of any form. */
function readLine(text: string): Entry | undefined {
  const found = readPlainly(text) ?? readDomain(text)
  if (found) return found
  const address = /^(?:[0-9]|po box)/i.test(text) ? addressOf(text) : ''
  if (address !== '') return plain('address', address)
  return /\p{L}/u.test(text) ? readCompany(text) : undefined
}

/** What a column of a file with several holds, told by its header. */
type Role = 'company' | 'domain' | 'street' | 'zip' | 'other'

function roleOf(header: string): Role {
  const words = headerWords(header)
  const has = (...any: string[]) => any.some((word) => words.includes(word))
  if (has('zip', 'zipcode', 'postal', 'postcode')) return 'zip'
  if (has('domain', 'website', 'url', 'web')) return 'domain'
  if (has('street', 'address', 'addr') && !has('email', 'mail', 'ip')) return 'street'
  return has('company', 'business', 'organization', 'organisation', 'firm') ? 'company' : 'other'
}

/** The cells of a line of CSV or TSV. A quoted line end is not read: no entry has one. */
function cellsOf(line: string): string[] {
  const separator = line.includes('\t') ? '\t' : line.includes(';') && !line.includes(',') ? ';' : ','
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === separator && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += sign
  }
  return [...cells, cell.trim()]
}

/** The header of a file with one column. */
const loneHeader =
  /^(?:e-?mails?(?: address)?|(?:tele)?phone(?: ?numbers?)?|domains?|websites?|compan(?:y|ies)(?: names?)?|address(?:es)?|hash(?:es)?|(?:hashed.*)?(?:md5|sha-?1|sha-?256))$/i

/** A reader of one list, line by line. The first line may be a header. */
export function openEntryReader(): (line: string) => Entry[] {
  let roles: Role[] | undefined
  let isFirst = true
  return (line) => {
    const text = line.trim()
    const isHeader = isFirst && loneHeader.test(unquoted(text))
    isFirst = false
    if (isHeader) return []
    const cells = cellsOf(text)
    if (cells.length === 1 || isAddressLine(text) || isCompanyLine(text))
      return [readLine(unquoted(text))].filter(isThere)
    roles ??= cells.map(roleOf)
    const street = cells[roles.indexOf('street')] ?? ''
    const address = streetAndZip(street, cells[roles.indexOf('zip')] ?? '')
    const entries = cells.map((cell, i) => readCell(cell, roles?.[i] ?? 'other'))
    return [...entries, address === '' ? undefined : plain('address', address)].filter(isThere)
  }
}

/** `123 Main St, Houston, TX 77002` is one address, not three cells. */
const isAddressLine = (text: string): boolean =>
  /^[0-9][^\t;"@]*, *[A-Z]{2},? +[0-9]{5}(?:-[0-9]{4})?$/.test(text)

/** `Acme Roofing, LLC` is one name. */
const isCompanyLine = (text: string): boolean => companyLine.test(text)
const companyLine = new RegExp(`^[^,;\t"@]+, *(?:${legalForms})[.]?$`, 'i')

const unquoted = (text: string): string => text.replace(/^"(.*)"$/, '$1').trim()

function readCell(cell: string, role: Role): Entry | undefined {
  const found = readPlainly(cell)
  if (found || role === 'other') return found
  if (role === 'domain') return readDomain(cell)
  return role === 'company' && roleOf(cell) !== 'company' ? readCompany(cell) : undefined
}

const isThere = (entry: Entry | undefined): entry is Entry => entry !== undefined

/** Writes an entry as a row of the engine's RowBinary: UInt8, UInt128. */
export function writeRecord({ form, key }: Entry, into: Buffer, at: number): void {
  into[at] = formNo(form)
  key.copy(into, at + 1)
}
