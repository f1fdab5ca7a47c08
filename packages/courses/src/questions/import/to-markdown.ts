import { decodeEntities } from './entities.ts'
import { type HtmlContext, htmlToMarkdown } from './html-to-markdown.ts'
import { withoutLanguageMarks } from './one-language.ts'
import { plainToMarkdown, withoutEndBlanks } from './plain-to-markdown.ts'

/** How a text of a file is written. `moodle`: plain text in which tags and character references are read. */
export type TextFormat = 'html' | 'markdown' | 'plain' | 'moodle'

/** A text of a file as Markdown that shows the same. */
export function toMarkdown(text: string, format: TextFormat, context: HtmlContext): string {
  const whole = text.replace(/\r\n?/g, '\n').trim()
  const unified = withoutLanguageMarks(whole, context.changes)
  if (format === 'markdown') return withPictures(unified, context)
  if (format === 'html') return htmlToMarkdown(unified, context)
  const lines = withoutEndBlanks(unified)
  if (format === 'plain') return plainToMarkdown(lines)
  if (isFormatted(unified)) {
    const read = htmlToMarkdown(breakLines(unified), context)
    if (read !== '') return read
  }
  return plainToMarkdown(decodeEntities(lines))
}

const markdownPicture = /!\[((?:\\.|[^\]\\\n]){0,1000})\]\(<?([^\s()<>]{1,2000})>?(?:\s+"[^"\n]{0,1000}")?\)/g

/** The pictures of a Markdown text that are in the file; of one of Moodle's that is not, its words stay. */
function withPictures(text: string, { changes, picture }: HtmlContext): string {
  return text.replace(markdownPicture, (whole, words: string, source: string) => {
    const shown = picture?.(source, '')
    if (shown !== undefined) return shown.replace('![]', () => `![${words}]`)
    if (!source.startsWith('@@PLUGINFILE@@/')) return whole
    changes.push('A picture was left out')
    return words
  })
}

const lineTag =
  /^<\/?(br|hr|p|div|ul|ol|li|table|tbody|thead|tr|td|th|h[1-6]|pre|blockquote|center)\b[^<>]*>$/i

const longestTag = 300

/**
 * Ends of lines as tags. Beside a tag that ends a line itself there is no second one: programs write `<br>` at the ends of
 * lines.
 */
function breakLines(text: string): string {
  return text.replace(/\s+/g, (blanks, at: number) => {
    if (!blanks.includes('\n')) return blanks
    const to = at + blanks.length
    const [before = ''] = /<[^<>]*>$/.exec(text.slice(Math.max(0, at - longestTag), at)) ?? []
    const [behind = ''] = /^<[^<>]*>/.exec(text.slice(to, to + longestTag)) ?? []
    const isOver = lineTag.test(before) || lineTag.test(behind)
    return blanks.replaceAll('\n', isOver ? ' ' : '<br>')
  })
}

const paired = new Set(
  'a b blockquote code del div em h1 h2 h3 h4 h5 h6 i kbd li ol p pre q s samp small span strong sub sup table tbody td th thead tr tt u ul font center'.split(
    ' ',
  ),
)
const single = new Set(['br', 'hr', 'img'])

/**
 * Whether tags in a text format it. A text that asks about tags, such as "Which is right, <b> or <bold>?", has some that are
 * unknown or stay open: then all of them are text.
 */
function isFormatted(text: string): boolean {
  const open = new Map<string, number>()
  let found = false
  for (const [, slash, written = ''] of text.matchAll(/<(\/?)([a-z][a-z\d]*)\b[^<>]*>|<[!?]/gi)) {
    const name = written.toLowerCase()
    if (single.has(name)) {
      found = true
      continue
    }
    if (!paired.has(name)) return false
    const count = (open.get(name) ?? 0) + (slash ? -1 : 1)
    if (count < 0) return false
    open.set(name, count)
    found = true
  }
  return found && [...open.values()].every((count) => count === 0)
}
