import { setImmediate as nextTurn } from 'node:timers/promises'
import { findZipColumn } from './find-zip-column.ts'

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
 * Every ZIP code of a text or file, whatever separates them: lines, commas, blanks, quotes. Of a table that names a column
 * of them, only that one is read. Yields to other requests.
 */
export async function readZips(given: string): Promise<ReadZips> {
  const text = (await findZipColumn(given)) ?? given
  const isThere = new Uint8Array(100_000)
  const refused = new Set<string>()
  const take = (written: string) => {
    const entry = isAscii.test(written) ? written : written.replaceAll(unseen, '').replaceAll(dashes, '-')
    if (entry === '') return
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

const isAscii = /^[\x20-\x7e]*$/
const unseen = /\p{Cf}/gu
const dashes = /[\u2010-\u2015\u2212]/g
/** Also dashes, as in `02138–1234`, and what nobody sees, as within `770\u200b02`. */
const ofWord = /[\p{L}\p{N}\p{Cf}\u2010-\u2015\u2212]/u
/** `*` and `?` stand for digits that are not there: `770*` is no ZIP code of three digits. */
const signs = new Set([...'.-_@#&*?'].map((sign) => sign.charCodeAt(0)))

/**
 * Letters, digits and characters within words; anything else separates. Half of a surrogate pair counts as a letter.
 */
function isOfEntry(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code >= 48 && code <= 57) return true
  if (code >= 128) return (code >= 0xd800 && code <= 0xdfff) || ofWord.test(text.charAt(at))
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || signs.has(code)
}
