import { saysNothing } from '../cells/blank-cells.ts'
import { headerWords } from '../cells/header-words.ts'

/** What a sample tells about one column. */
export type Evidence = {
  readonly header: string
  readonly words: readonly string[]
  /** The header is made by us: the file has none. */
  readonly isNumbered: boolean
  /** The header only says which column it is: `Column 3`, `c3`, `field_3`, `Textbox97`. */
  readonly isUnnamed: boolean
  /** Non-blank cells of the sample. */
  readonly values: readonly string[]
  readonly rows: number
  readonly distinct: number
  readonly longest: number
  /** Share of the values that pass. */
  share(test: (value: string) => boolean): number
  /** Whether the header holds one of the words. */
  says(...words: string[]): boolean
}

const empty =
  /^(column|col|c|field|fld|f|var|v|attribute|attr|a|textbox|text|unnamed|no name|x|_)?[ _.:#-]*\d+$/i

/** Gathers what the sample says about the column at `index`. */
export function evidenceOf(header: string, index: number, rows: readonly (readonly string[])[]): Evidence {
  const filled = rows.map((row) => row[index] ?? '').filter((cell) => cell !== '')
  const words = headerWords(header)
  const counts = new Map<string, number>()
  for (const cell of filled) counts.set(cell, (counts.get(cell) ?? 0) + 1)
  const blank = new Set([...counts.keys()].filter((cell) => saysNothing(cell, false)))
  for (const cell of blank) counts.delete(cell)
  const values = blank.size === 0 ? filled : filled.filter((cell) => !blank.has(cell))
  // Words that say nothing in a typed column are no evidence for or against any kind.
  const telling = [...counts].map(([value, count]) => ({ value, count, isWord: saysNothing(value, true) }))
  const shares = new Map<unknown, number>()
  return {
    header,
    words,
    isNumbered: /^Column \d+$/.test(header),
    isUnnamed: empty.test(header.trim()),
    values,
    rows: rows.length,
    distinct: counts.size,
    longest: telling.reduce((most, { value }) => Math.max(most, value.length), 0),
    share(test) {
      const known = shares.get(test)
      if (known !== undefined) return known
      let all = 0
      let passed = 0
      for (const { value, count, isWord } of telling) {
        const passes = test(value)
        if (passes) passed += count
        if (passes || !isWord) all += count
      }
      const share = all === 0 ? 0 : passed / all
      shares.set(test, share)
      return share
    },
    says: (...wanted) => wanted.some((word) => words.includes(word)),
  }
}
