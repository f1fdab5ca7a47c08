import { streetWords } from './street-words.ts'

/*
 * The forms in which lists write contact details before they are hashed. Each has its twin in normal-sql.ts, which makes
 * the same text of a lead's cell; normal-forms.test.ts compares them. '' means that there is nothing to compare.
 */

/** Blanks of ASCII only, as the engine's patterns know them. */
const blanks = '\t\n\f\r '
/** A pattern for the end of a text would try each blank inside of it. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && blanks.includes(text[start] ?? '')) start++
  while (end > start && blanks.includes(text[end - 1] ?? '')) end--
  return text.slice(start, end)
}

/** Lower case, without blanks around it: how most lists hash addresses. */
export const lowerEmail = (text: string): string => trimmed(text).toLowerCase()

/**
 * The form of UID2 and Google: an address at gmail.com also loses the dots of its name and everything from a plus on.
 * https://unifiedid.com/docs/getting-started/gs-normalization-encoding
 */
export function uid2Email(text: string): string {
  const email = lowerEmail(text)
  if (!email.endsWith('@gmail.com')) return email
  const name = email.slice(0, email.indexOf('@'))
  return `${(name.split('+')[0] ?? '').replaceAll('.', '')}@gmail.com`
}

/** The form of California's DROP: lower case, without any blank; dots and plus stay. */
export const dropEmail = (text: string): string => text.replace(/[\t\n\f\r ]+/g, '').toLowerCase()

/** The digits of a telephone number without its extension. */
const digitsOf = (text: string): string => text.replace(/(?:ext|x|#).*$/is, '').replace(/[^0-9]/g, '')

/** `+14155559317`; a number without a country is American. '' for what is no number. */
export function e164Phone(text: string): string {
  const digits = digitsOf(text)
  if (/^[^0-9]*\+/.test(text)) return digits.length >= 7 && digits.length <= 15 ? `+${digits}` : ''
  if (digits.length === 10) return `+1${digits}`
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : ''
}

/** `14155559317`. */
export const digitsPhone = (text: string): string => e164Phone(text).slice(1)

/** The last ten digits, as California's DROP wants them. */
export function lastTenPhone(text: string): string {
  const digits = digitsOf(text)
  return digits.length >= 10 ? digits.slice(-10) : ''
}

/** The host of a web address or an email address, without `www.`. */
export function domainOf(text: string): string {
  const host = trimmed(text)
    .toLowerCase()
    .replace(/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@]*@)?(?:www\.)?([^/:?#]*).*$/s, '$1')
  return host.includes('.') ? host : ''
}

export const legalForms = 'inc|llc|corp|co|ltd|company|corporation|incorporated|limited|lp|llp|pllc|pc|plc'
const formWords: ReadonlySet<string> = new Set(legalForms.split('|'))

/** Lower-case words without punctuation, "and" for "&". */
const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/^ +| +$/g, '')

/** The words of a company's name, without its legal form at the end: `Joe’s Roofing, L.L.C.` -> `joes roofing`. */
export function companyWords(text: string): string {
  const words = wordsOf(text).split(' ')
  let end = words.length
  while (end > 1 && formWords.has(words[end - 1] ?? '')) end--
  return words.slice(0, end).join(' ')
}

const shortStreet = new Map(streetWords)

/** A street and its five-digit ZIP: `123 North Main Street`, `77002-1234` -> `123 n main st|77002`. */
export function streetAndZip(street: string, zip: string): string {
  const words = wordsOf(street)
    .split(' ')
    .map((word) => shortStreet.get(word) ?? word)
    .join(' ')
  const five = /^[0-9]{5}/.exec(zip)?.[0] ?? ''
  return words === '' || five === '' ? '' : `${words}|${five}`
}

/** `123 Main St, Houston, TX 77002` -> its street and ZIP; '' for an address without either. */
export function addressOf(text: string): string {
  const zip = /(?:^|[^0-9])([0-9]{5})(?:-[0-9]{4})?[^0-9]*$/.exec(text)
  const [street = ''] = text.split(',')
  return zip?.[1] === undefined ? '' : streetAndZip(street, zip[1])
}
