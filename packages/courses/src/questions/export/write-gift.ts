import type { ReadQuestion } from '../import/read-file.ts'

export const giftHead = '// Questions in the GIFT format; texts are Markdown.\n\n'

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A slash in a title begins no category inside of another one: it is written twice. */
export const giftCategory = (title: string): string =>
  `$CATEGORY: ${oneLine(title).replaceAll('/', '//') || 'Lesson'}\n\n`

const escapeGift = (text: string) => text.replace(/[\\~=#{}:]/g, '\\$&').replace(/\n/g, '\\n')

/** In front of a text that would be read as a format or a weight. */
const marked = (text: string) => (/^\s*(\[|%)/.test(text) ? '[markdown]' : '') + escapeGift(text)

/** A question in GIFT, each option on a line of its own. */
export function writeGiftQuestion({ question, options, answer, explanation }: ReadQuestion): string {
  const lines = options.map((text, at) => `${at === answer ? '=' : '~'}${marked(text)}`)
  const told = explanation === null ? [] : [`####${marked(explanation)}`]
  return `[markdown]${escapeGift(question)} {\n${[...lines, ...told].join('\n')}\n}\n\n`
}
