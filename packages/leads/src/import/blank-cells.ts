/**
 * What people write for "nothing". `always` holds for every column; `typed` only where such a word can be no value:
 * a column of numbers, dates, addresses on the web, phones, ZIPs. `None` in a column of categories stays.
 */
const always =
  '- -- --- . ? n/a #n/a null (null) <null> [null] (blank) \\n (none) <na> #value! #ref! #div/0! #name? #num! #null!'
const typed = 'na n.a. nan nil none unknown unk tbd -99 -999 -9999 -99999 -999.0 -999.00 -9999.0 -9999.00'

const words = {
  always: new Set(always.split(' ')),
  typed: new Set([...always.split(' '), ...typed.split(' ')]),
}
words.typed.add('not available').add('not applicable').add('not provided')

/** Longest word of the lists, in bytes. */
export const longestBlank = 14

const firstBytes = (list: ReadonlySet<string>): Uint8Array => {
  const table = new Uint8Array(256)
  for (const word of list) for (const text of [word, word.toUpperCase()]) table[text.charCodeAt(0)] = 1
  return table
}

/** 1 for a byte that a blank word starts with. */
export const blankStarts = { always: firstBytes(words.always), typed: firstBytes(words.typed) }
blankStarts.always['N'.charCodeAt(0)] = 1

/** Whether a trimmed, non-empty cell says "nothing". */
export function saysNothing(cell: string, isTyped: boolean): boolean {
  // R writes NA; `Na` and `na` may be a name.
  if (cell === 'NA') return true
  return (isTyped ? words.typed : words.always).has(cell.toLowerCase())
}
