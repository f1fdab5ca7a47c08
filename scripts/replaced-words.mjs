/**
 * The words that a glossary replaces: the last column of its table has them in backticks, the first the word to use.
 * @returns a map from the replaced word, in small letters, to the one to use
 */
export function readReplacedWords(glossary) {
  const words = new Map()
  for (const row of glossary.split('\n').filter((line) => line.startsWith('|'))) {
    const [instead = '', , replaced = ''] = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    for (const [, word] of replaced.matchAll(/`([^`]+)`/g)) words.set(inWords(word), instead)
  }
  return words
}

/** Names from other projects that contain a replaced word. */
const names = /click-?house/gi

/** `openHouse`, `open_house`, `open-house` and `Open house` are all `open house`. */
const inWords = (text) =>
  text
    .replaceAll(names, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase()

/**
 * Where a text uses replaced words.
 * @param words as `readReplacedWords` gives them
 * @returns `{ line, word, instead }` of each, lines from 1
 */
export function findReplacedWords(words, text) {
  return text.split('\n').flatMap((content, i) => {
    const line = inWords(content)
    return [...words].flatMap(([word, instead]) =>
      new RegExp(`\\b${word}\\b`).test(line) ? [{ line: i + 1, word, instead }] : [],
    )
  })
}
