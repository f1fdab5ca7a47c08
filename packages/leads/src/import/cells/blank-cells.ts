/**
 * What people write for "nothing". `always` holds for every column; `typed` only where such a word cannot be a value:
 * in a column of numbers, dates, web addresses, phones, ZIPs. `None` in a column of categories stays.
 */
const always =
  '- -- --- . ? n/a #n/a null (null) <null> [null] (blank) \\n (none) <na> #value! #ref! #div/0! #name? #num! #null!'
const typed =
  'na n.a. nan nil none unknown unk tbd -99 -999 -9999 -99999 -999.0 -999.00 -9999.0 -9999.00 0/0/00 0/0/0000 00/00/0000 0000-00-00'

const words = {
  always: new Set(always.split(' ')),
  typed: new Set([...always.split(' '), ...typed.split(' ')]),
}
words.typed.add('not available').add('not applicable').add('not provided')

/** Signs beyond ASCII that statistics write for it, also as the bytes of their UTF-8, which the scanner sees. */
const signs = ['–', '—', '†', '‡'].map((sign) => ({ sign, bytes: Buffer.from(sign).toString('latin1') }))
for (const { sign, bytes } of signs) for (const list of Object.values(words)) list.add(sign).add(bytes)

/** Characters of the longest of these words. */
const longest = 14

/** Bytes of the marks of one position in a word. */
const positionBytes = (longest + 1) * 256

/** 1 at `length * 256 + byte` for the first, then the last, then the middle bytes of the words of each length. */
function marksOf(list: Iterable<string>): Uint8Array {
  const marks = new Uint8Array(3 * positionBytes)
  for (const word of list) {
    // A sign itself is never seen: its bytes are.
    if (word.charCodeAt(0) > 255) continue
    for (const text of [word, word.toUpperCase()]) {
      const bytes = [text.charCodeAt(0), text.charCodeAt(text.length - 1), text.charCodeAt(text.length >> 1)]
      for (const [position, byte] of bytes.entries())
        marks[position * positionBytes + text.length * 256 + byte] = 1
    }
  }
  return marks
}

// The scanner has already doubled the backslash of `\\N`.
const seen = ['NA', '\\\\n']
/** What `maySayNothing` looks at, for the kernel that reads plain rows. */
export const nothingMarks = {
  always: marksOf([...words.always, ...seen]),
  typed: marksOf([...words.typed, ...seen]),
}

/** Whether the cell at `start` to `end` may say "nothing", by its length and three bytes: most cells need no more. */
export function maySayNothing(bytes: Uint8Array, start: number, end: number, isTyped: boolean): boolean {
  const length = end - start
  if (length > longest) return false
  const marks = isTyped ? nothingMarks.typed : nothingMarks.always
  const at = length * 256
  return (
    marks[at + (bytes[start] ?? 0)] === 1 &&
    marks[positionBytes + at + (bytes[end - 1] ?? 0)] === 1 &&
    marks[2 * positionBytes + at + (bytes[start + (length >> 1)] ?? 0)] === 1
  )
}

/** Whether a trimmed, non-empty cell says "nothing". */
export function saysNothing(cell: string, isTyped: boolean): boolean {
  if (cell.length > longest) return false
  // R writes NA; `Na` and `na` may be a name.
  if (cell === 'NA') return true
  return (isTyped ? words.typed : words.always).has(cell.toLowerCase())
}
