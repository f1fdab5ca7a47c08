import { saysNothing } from './blank-cells.ts'
import { headerWords } from './header-words.ts'

/** What a sample tells about one column. */
export type Evidence = {
  readonly header: string
  readonly words: readonly string[]
  /** The header only says which column it is. */
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

/** Gathers what the sample says about the column at `index`. */
export function evidenceOf(header: string, index: number, rows: readonly (readonly string[])[]): Evidence {
  const values = rows
    .map((row) => row[index] ?? '')
    .filter((cell) => cell !== '' && !saysNothing(cell, false))
  const words = headerWords(header)
  const shares = new Map<unknown, number>()
  return {
    header,
    words,
    isUnnamed: /^Column \d+$/.test(header),
    values,
    rows: rows.length,
    distinct: new Set(values).size,
    longest: values.reduce((most, value) => Math.max(most, value.length), 0),
    share(test) {
      const known = shares.get(test)
      if (known !== undefined) return known
      // Words that say nothing in a typed column speak for no kind and against none.
      const telling = values.filter((value) => !saysNothing(value, true) || test(value))
      const share = telling.length === 0 ? 0 : telling.filter(test).length / telling.length
      shares.set(test, share)
      return share
    },
    says: (...wanted) => wanted.some((word) => words.includes(word)),
  }
}
