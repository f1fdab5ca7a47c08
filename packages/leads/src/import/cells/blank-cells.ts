/**
 * What people write for "nothing". `always` holds for every column; `typed` only where such a word cannot be a value:
 * in a column of numbers, dates, web addresses, phones, ZIPs. `None` in a column of categories stays.
 */
const always =
  '- -- --- . ? n/a #n/a null (null) <null> [null] (blank) \\n (none) <na> #value! #ref! #div/0! #name? #num! #null!'
const typed = 'na n.a. nan nil none unknown unk tbd -99 -999 -9999 -99999 -999.0 -999.00 -9999.0 -9999.00'

const words = {
  always: new Set(always.split(' ')),
  typed: new Set([...always.split(' '), ...typed.split(' ')]),
}
words.typed.add('not available').add('not applicable').add('not provided')

const longest = 14

/** 1 at `length * 256 + byte` for the first, the middle and the last bytes of the words of each length. */
type Marks = { readonly first: Uint8Array; readonly middle: Uint8Array; readonly last: Uint8Array }

function marksOf(list: Iterable<string>): Marks {
  const first = new Uint8Array((longest + 1) * 256)
  const middle = new Uint8Array((longest + 1) * 256)
  const last = new Uint8Array((longest + 1) * 256)
  for (const word of list)
    for (const text of [word, word.toUpperCase()]) {
      first[text.length * 256 + text.charCodeAt(0)] = 1
      middle[text.length * 256 + text.charCodeAt(text.length >> 1)] = 1
      last[text.length * 256 + text.charCodeAt(text.length - 1)] = 1
    }
  return { first, middle, last }
}

// The scanner has already doubled the backslash of `\\N`.
const seen = ['NA', '\\\\n']
const marks = { always: marksOf([...words.always, ...seen]), typed: marksOf([...words.typed, ...seen]) }

/** Whether the cell at `start` to `end` may say "nothing", by its length and three bytes: most cells need no more. */
export function maySayNothing(bytes: Uint8Array, start: number, end: number, isTyped: boolean): boolean {
  const length = end - start
  if (length > longest) return false
  const { first, middle, last } = isTyped ? marks.typed : marks.always
  const at = length * 256
  return (
    first[at + (bytes[start] ?? 0)] === 1 &&
    last[at + (bytes[end - 1] ?? 0)] === 1 &&
    middle[at + (bytes[start + (length >> 1)] ?? 0)] === 1
  )
}

/** Whether a trimmed, non-empty cell says "nothing". */
export function saysNothing(cell: string, isTyped: boolean): boolean {
  // R writes NA; `Na` and `na` may be a name.
  if (cell === 'NA') return true
  return (isTyped ? words.typed : words.always).has(cell.toLowerCase())
}
