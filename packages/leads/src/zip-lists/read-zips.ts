import { setImmediate as nextTurn } from 'node:timers/promises'

/** The lowest ZIP code in use, Holtsville, NY. */
const LOWEST = '00501'

/**
 * The five digits of a ZIP code as people and spreadsheets write it: `02138`, `2138` and `2138.0` (its zeros lost),
 * `02138-1234`, `021381234`, `21381234`; undefined for anything else. As `zipSql` repairs it in an import.
 */
export function repairZip(text: string): string | undefined {
  // Longer than any way to write one: the patterns are not run on it.
  if (text.length > LONGEST) return undefined
  const bare = text.replace(/^-+|-+$/g, '').replace(/\.0+$/, '')
  const five = fiveDigits(bare)
  return five === undefined || five < LOWEST ? undefined : five
}

const LONGEST = 40

function fiveDigits(text: string): string | undefined {
  if (/^\d{3,5}$/.test(text)) return text.padStart(5, '0')
  if (/^\d{8,9}$/.test(text)) return text.padStart(9, '0').slice(0, 5)
  return /^(\d{5})-\d{4}$/.exec(text)?.[1] ?? /^(\d{4})-\d{4}$/.exec(text)?.[1]?.padStart(5, '0')
}

export type ReadZips = {
  /** Ascending, without repeats. */
  readonly zips: string[]
  /** Entries that are no ZIP codes, as written, in the order of the text, without repeats; only the first of them. */
  readonly refused: string[]
}

/** Characters read in one turn of the event loop: at most a few milliseconds, whatever the text. */
const CHARACTERS_A_TURN = 32_768
const REFUSED_KEPT = 100
const REFUSED_LENGTH = 200

/**
 * Every ZIP code of a text or file, whatever separates them: lines, commas, blanks, quotes. Yields to other requests.
 */
export async function readZips(text: string): Promise<ReadZips> {
  const isThere = new Uint8Array(100_000)
  const refused = new Set<string>()
  const take = (entry: string) => {
    const zip = repairZip(entry)
    if (zip !== undefined) isThere[Number(zip)] = 1
    else if (refused.size < REFUSED_KEPT) refused.add(entry.slice(0, REFUSED_LENGTH))
  }
  let start = -1
  for (let at = 0; at <= text.length; at++) {
    const isPart = at < text.length && isOfEntry(text, at)
    if (isPart && start < 0) start = at
    if (!isPart && start >= 0) {
      take(text.slice(start, at))
      start = -1
    }
    if (at % CHARACTERS_A_TURN === CHARACTERS_A_TURN - 1) await nextTurn()
  }
  const zips: string[] = []
  for (const [number, is] of isThere.entries()) if (is === 1) zips.push(String(number).padStart(5, '0'))
  return { zips, refused: [...refused] }
}

const letterOrDigit = /[\p{L}\p{N}]/u
const signs = new Set([...'.-_@#&'].map((sign) => sign.charCodeAt(0)))

/**
 * Letters, digits and characters within words; anything else separates. Half of a surrogate pair counts as a letter.
 */
function isOfEntry(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code >= 48 && code <= 57) return true
  if (code >= 128) return (code >= 0xd800 && code <= 0xdfff) || letterOrDigit.test(text.charAt(at))
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || signs.has(code)
}
