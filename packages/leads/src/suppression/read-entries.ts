import { createHash } from 'node:crypto'
import { findAddresses } from '@freeor/kernel/find-addresses'
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
import { cellsOf, plainText, separatorOf } from './split-entries.ts'

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

const phonePattern = /^[+(]?[0-9][0-9 .()/-]{5,}(?: ?(?:x|ext(?:ension)?\.?|#) ?[0-9]+)?$/i
const phoneLabel = /^(?:tel(?:ephone)?|phone|mobile|cell|fax)[.:]* */i
const domainPattern =
  /^(?:https?:\/\/)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+)\.?(?::\d+)?(?:[/?#]\S*)?$/iu
/** `@acme.com`, `*@acme.com` and `*.acme.com` mean all of a domain. */
const allOfDomain = /^(?:\*?@|\*\.)/
/** A number that a spreadsheet has made shorter, with its last digits lost. */
const shortened = /^[0-9]+(?:[.,][0-9]+)?E[+-]?[0-9]+$/i

/** Entries whose form cannot be mistaken for a name: addresses of mail, also with a name beside them, a number, a digest. */
function readPlainly(text: string): Entry[] {
  if (text.includes('@')) {
    const emails = findAddresses(text)
    if (emails.length > 0) return emails.map((email) => plain('email', lowerEmail(email)))
  }
  const digest = readDigest(text)
  if (digest) return [digest]
  const bare = text.replace(phoneLabel, '').replace(/^([0-9]{10,11})\.0+$/, '$1')
  const phone = phonePattern.test(bare) ? e164Phone(bare) : ''
  return phone === '' ? [] : [plain('phone', phone)]
}

function readDomain(text: string): Entry[] {
  const bare = text.replace(allOfDomain, '')
  const domain = domainPattern.test(bare) ? domainOf(bare).replace(/\.$/, '') : ''
  return domain === '' ? [] : [plain('domain', domain)]
}

function readCompany(text: string): Entry[] {
  // What is nearly an address, or was a number, is no name: as one it would be taken for read, and find nobody.
  if (/\S@\S/.test(text) || shortened.test(text)) return []
  const words = companyWords(text)
  return words === '' ? [] : [plain('company', words)]
}

/** A line that is one entry of any form, or several addresses of mail. */
function readLine(text: string): Entry[] {
  const found = readPlainly(text)
  if (found.length > 0) return found
  const domains = readDomain(text)
  if (domains.length > 0) return domains
  const address = /^(?:[0-9]|po box)/i.test(text) ? addressOf(text) : ''
  if (address !== '') return [plain('address', address)]
  return /\p{L}/u.test(text) ? readCompany(text) : []
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

/** Words of which the header of a file with one column is made. */
const headerNames = new Set(
  `e email emails mail mails address addresses phone phones telephone tel mobile cell number numbers domain domains
  website websites url urls company companies business businesses name names contact contacts recipient recipients
  unsubscribed unsubscribes suppressed bounced hash hashes hashed md 5 sha 1 256`.split(/\s+/),
)
const isLoneHeader = (text: string): boolean => {
  const words = headerWords(text)
  return words.length > 0 && words.every((word) => headerNames.has(word))
}

/** A reader of one list, line by line. The first line may be a header, or say what separates the cells. */
export function openEntryReader(): (line: string) => Entry[] {
  let roles: Role[] | undefined
  let separator: string | undefined
  let isFirst = true
  return (line) => {
    const text = plainText(line)
    const told = isFirst ? /^sep=(.?)$/i.exec(line.trim()) : null
    if (told) {
      separator = told[1] || '\t'
      return []
    }
    const cells = cellsOf(text, separatorOf(text, separator))
    const isHeader = isFirst && cells.length === 1 && isLoneHeader(unquoted(text))
    isFirst = false
    if (isHeader) return []
    if (cells.length === 1 || isAddressLine(text) || isCompanyLine(text)) return readLine(unquoted(text))
    separator ??= separatorOf(text)
    roles ??= cells.map(roleOf)
    const street = cells[roles.indexOf('street')] ?? ''
    const address = streetAndZip(street, cells[roles.indexOf('zip')] ?? '')
    const entries = cells.flatMap((cell, i) => readCell(cell, roles?.[i] ?? 'other'))
    return address === '' ? entries : [...entries, plain('address', address)]
  }
}

/** `123 Main St, Houston, TX 77002` is one address, not three cells. */
const isAddressLine = (text: string): boolean =>
  /^[0-9][^\t;"@]*, *[A-Z]{2},? +[0-9]{5}(?:-[0-9]{4})?$/.test(text)

/** `Acme Roofing, LLC` is one name. */
const isCompanyLine = (text: string): boolean => companyLine.test(text)
const companyLine = new RegExp(`^[^,;\t"@]+, *(?:${legalForms})[.]?$`, 'i')

const unquoted = (text: string): string => text.replace(/^"(.*)"$/, '$1').trim()

function readCell(cell: string, role: Role): Entry[] {
  const found = readPlainly(cell)
  if (found.length > 0 || role === 'other') return found
  if (role === 'domain') return readDomain(cell)
  return role === 'company' && roleOf(cell) !== 'company' ? readCompany(cell) : []
}

/** Writes an entry as a row of the engine's RowBinary: UInt8, UInt128. */
export function writeRecord({ form, key }: Entry, into: Buffer, at: number): void {
  into[at] = formNo(form)
  key.copy(into, at + 1)
}
