/** The lowest ZIP code in use, Holtsville, NY. */
const LOWEST = '00501'

/**
 * The five digits of a ZIP code as people and spreadsheets write it: `02138`, `2138` and `2138.0` (its zeros lost),
 * `02138-1234`, `021381234`, `21381234`; undefined for anything else. As `zipSql` repairs it in an import.
 */
export function repairZip(text: string): string | undefined {
  const bare = text.replace(/^-+|-+$/g, '').replace(/\.0+$/, '')
  const five = fiveDigits(bare)
  return five === undefined || five < LOWEST ? undefined : five
}

function fiveDigits(text: string): string | undefined {
  if (/^\d{3,5}$/.test(text)) return text.padStart(5, '0')
  if (/^\d{8,9}$/.test(text)) return text.padStart(9, '0').slice(0, 5)
  return /^(\d{5})-\d{4}$/.exec(text)?.[1] ?? /^(\d{4})-\d{4}$/.exec(text)?.[1]?.padStart(5, '0')
}

export type ReadZips = {
  /** Ascending, none twice. */
  readonly zips: string[]
  /** Entries that are no ZIP code, as they were written, in the order of the text, none twice. */
  readonly refused: string[]
}

/** Every ZIP code of a text or file, whatever separates them: lines, commas, blanks, quotes. */
export function readZips(text: string): ReadZips {
  const zips = new Set<string>()
  const refused = new Set<string>()
  for (const entry of text.split(/[^\p{L}\p{N}.\-_@#&]+/u)) {
    if (entry === '') continue
    const zip = repairZip(entry)
    if (zip === undefined) refused.add(entry)
    else zips.add(zip)
  }
  return { zips: [...zips].sort(), refused: [...refused] }
}
