import { decodeEntities } from './entities.ts'
import { type HtmlContext, htmlToMarkdown } from './html-to-markdown.ts'
import { plainToMarkdown } from './plain-to-markdown.ts'

/** How a text of a file is written. `moodle`: plain text in which tags and character references are read. */
export type TextFormat = 'html' | 'markdown' | 'plain' | 'moodle'

/** A text of a file as Markdown that shows the same. */
export function toMarkdown(text: string, format: TextFormat, context: HtmlContext): string {
  const unified = text.replace(/\r\n?/g, '\n').trim()
  if (format === 'markdown') return unified
  if (format === 'html') return htmlToMarkdown(unified, context)
  // Two blanks at the end of a line would break it in Markdown.
  const lines = unified.replace(/[^\S\n]+\n/g, '\n')
  if (format === 'plain') return plainToMarkdown(lines)
  if (isFormatted(unified)) {
    const read = htmlToMarkdown(unified.replace(/\n/g, '<br>'), context)
    if (read !== '') return read
  }
  return plainToMarkdown(decodeEntities(lines))
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
