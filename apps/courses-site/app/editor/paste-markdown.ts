import TurndownService from 'turndown'
import { pasteRules } from './paste-rules.ts'

/** What makes a pasted text more than its words. */
const isMarkedUp = /<(a|b|strong|em|i|h[1-6]|ul|ol|blockquote|code|pre|img|table|del|s|math|iframe)[\s>]/i

const service = new TurndownService({
  headingStyle: 'atx',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
})
  .remove(['script', 'style', 'noscript', 'object', 'title'])
  .addRule('pictures of elsewhere', {
    // Only uploaded pictures are shown: of another site's picture its words stay, with the way to it.
    filter: 'img',
    replacement(_, node) {
      const [alt, src] = [node.getAttribute('alt') ?? '', node.getAttribute('src') ?? '']
      if (/^\/(?!\/)/.test(src)) return `![${alt}](${src})`
      return /^https:/.test(src) ? `[${alt || src}](${src})` : alt
    },
  })

for (const [name, rule] of Object.entries(pasteRules)) service.addRule(name, rule)

/** Pasted HTML as Markdown; undefined for a text without any mark-up, which is pasted as it is. */
export function markdownOf(html: string): string | undefined {
  if (!isMarkedUp.test(html)) return undefined
  return service.turndown(html).replaceAll('\u00a0', ' ').trim()
}
