/** What stands between addresses and around them in a list, a mail or a CSV file. */
const separators = /[\s,;"<>()[\]:|“”«»]+/
/** Signs that nobody sees: of zero width, soft hyphens, directions of writing. */
const unseen = /\p{Cf}+/gu
const quotes = /^['‘’]+|['‘’.!]+$/g
/** Of an address, with what may stand around it. */
const longest = 400
const address = /^[^@]+@[^@]+\.[^@.]+$/

/** Every email address in a text, in lower case and once. */
export function findAddresses(text: string): string[] {
  const found = new Set<string>()
  // Word by word: a pattern for addresses that is looked for in the whole text takes minutes for one that is made for it.
  for (const word of text.replaceAll(unseen, '').split(separators)) {
    if (word.length > longest || !word.includes('@')) continue
    const [bare = ''] = word.replaceAll(quotes, '').split('?')
    if (address.test(bare)) found.add(bare.toLowerCase())
  }
  return [...found]
}
