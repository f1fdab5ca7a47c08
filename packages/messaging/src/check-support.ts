import { caniemail } from 'caniemail'
import { clippedBytes, type MailWarning } from './check-html.ts'

/** The programs that most people read mail with, by the first part of their names in the data of caniemail.com. */
const programs = {
  gmail: 'Gmail',
  outlook: 'Outlook',
  'apple-mail': 'Apple Mail',
  yahoo: 'Yahoo Mail',
} as const
type Family = keyof typeof programs
const families = Object.keys(programs) as Family[]

/** Warnings of one mail: the most widely dropped first. */
const SHOWN = 12

/** What cleaning takes out; that is said already. */
const isTakenOut = (title: string): boolean =>
  /^<(?:script|form|input|button|textarea|select|iframe|object|embed|video|audio|svg)\b/.test(title)

/**
 * Which of the elements and styles of a mail some of these programs drop, in any of their versions, by the data of
 * caniemail.com.
 */
export function checkSupport(html: string): MailWarning[] {
  // A longer one takes seconds, and is cut off by Gmail: `checkMailHtml` says so.
  if (html.trim() === '' || Buffer.byteLength(html) > clippedBytes) return []
  const errors = findErrors(html)
  if (!errors) return [{ severity: 'error', text: 'The styles of this mail cannot be read.' }]
  const dropped = new Map<string, Set<Family>>()
  for (const [client, found] of errors)
    for (const { title } of found) {
      const family = families.find((one) => client.startsWith(`${one}.`))
      if (!family || isTakenOut(title)) continue
      dropped.set(title, (dropped.get(title) ?? new Set()).add(family))
    }
  return [...dropped]
    .toSorted(([a, by], [b, and]) => and.size - by.size || (a < b ? -1 : 1))
    .slice(0, SHOWN)
    .map(([title, by]) => ({ severity: 'warning', text: sentenceOf(title, [...by]) }))
}

/** undefined for styles that are broken, or elements nested too deep. */
function findErrors(html: string) {
  try {
    return caniemail({ html, clients: families.map((family) => `${family}.*` as const) }).issues.errors
  } catch {
    return undefined
  }
}

const sentenceOf = (title: string, by: readonly Family[]): string => {
  const names = families.filter((family) => by.includes(family)).map((family) => programs[family])
  return `${title}: dropped by ${names.join(', ')}, or by some of their versions.`
}
