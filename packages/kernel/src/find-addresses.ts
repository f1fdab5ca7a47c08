/** What stands between addresses and around them in a list, a mail or a CSV file; Microsoft joins aliases by `+smtp:`. */
const separators = /(?:[\s,;"<>()[\]:|“”«»、，；：（）《》]|\+(?=smtp:))+/i
/** Signs that nobody sees: of zero width, soft hyphens, directions of writing. */
const unseen = /\p{Cf}+/gu
const quotes = /^['‘’]+|['‘’.!]+$/g
/** Of an address, with what may stand around it. */
const longest = 400
const address = /^[^@]+@[^@]+\.[^@.]+$/

export type ReadAddresses = {
  /** In lower case and once. */
  readonly addresses: readonly string[]
  /** What was meant as an address, and is none. */
  readonly unread: readonly string[]
}

/** The email addresses of a text, and what is nearly one. */
export function readAddresses(text: string): ReadAddresses {
  const found = new Set<string>()
  const unread = new Set<string>()
  // Word by word: a pattern for addresses that is looked for in the whole text takes minutes for one that is made for it.
  for (const word of text.replaceAll(unseen, '').split(separators)) {
    if (!word.includes('@')) continue
    const [bare = ''] = word.length > longest ? [] : word.replaceAll(quotes, '').split('?')
    if (address.test(bare)) found.add(bare.toLowerCase())
    else if (!word.startsWith('@') && !word.endsWith('@')) unread.add(word.slice(0, longest))
  }
  return { addresses: [...found], unread: [...unread] }
}

/** Every email address in a text, in lower case and once. */
export const findAddresses = (text: string): string[] => [...readAddresses(text).addresses]
