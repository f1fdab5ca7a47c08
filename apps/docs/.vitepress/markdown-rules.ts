import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { MarkdownOptions } from 'vitepress'

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0]
type Tokens = ReturnType<Markdown['parse']>

/** True for a link to a file that lies in the repository but is no page of the site. */
export const isOfRepository = (href: string): boolean =>
  !/^([a-z]+:|#|\/)/.test(href) &&
  (href.startsWith('../..') || /^\.\.\/[A-Z]/.test(href) || !/\.md(#.*)?$/.test(href))

/** Beside the sources such a link leads to the file. The site does not have the file: there it is only named. */
export function nameFilesOfRepository(markdown: Markdown): void {
  markdown.core.ruler.after('inline', 'files-of-repository', ({ tokens }) => {
    for (const { children } of tokens) {
      let isInside = false
      for (const token of children ?? []) {
        if (token.type === 'link_open') isInside = isOfRepository(String(token.attrGet('href') ?? ''))
        if (!isInside) continue
        const isEnd = token.type === 'link_close'
        if (token.type === 'link_open' || isEnd) {
          token.tag = 'em'
          token.type = isEnd ? 'em_close' : 'em_open'
          token.attrs = null
        }
        if (isEnd) isInside = false
      }
    }
  })
}

/**
 * A wide table scrolls in itself on a phone; without a mouse it is scrolled with the keys. The corner of a table without
 * a text is no heading of anything.
 */
export function makeTablesAccessible(markdown: Markdown): void {
  markdown.core.ruler.push('accessible-tables', ({ tokens }) => {
    for (const [i, token] of tokens.entries()) {
      if (token.type === 'table_open') token.attrSet('tabindex', '0')
      const isHeading = token.type === 'th_open' || token.type === 'th_close'
      const text = tokens[token.type === 'th_open' ? i + 1 : i - 1]
      if (isHeading && text?.content === '') token.tag = 'td'
    }
  })
}

/** Code by indentation looks as code between fences does: it scrolls in itself and can be copied. */
export function fenceIndentedCode(markdown: Markdown): void {
  markdown.core.ruler.push('fenced-code', ({ tokens }) => {
    for (const token of tokens)
      if (token.type === 'code_block') Object.assign(token, { type: 'fence', markup: '```', info: 'text' })
  })
}

/**
 * A plot stands in the page itself, not in a picture of its own: its texts take the page's colour, light or dark, and
 * are found by a search. On a phone it scrolls in itself, by key as well. Only SVG that `npm run draw:plots` made.
 */
export function inlinePlots(markdown: Markdown): void {
  markdown.core.ruler.push('plots', ({ tokens, env }: { tokens: Tokens; env: { path?: string } }) => {
    for (const { children } of tokens)
      for (const token of children ?? []) {
        const source = token.type === 'image' ? String(token.attrGet('src')) : ''
        if (env.path === undefined || !/^(\.\/)?images\/plots\/[\w-]+\.svg$/.test(source)) continue
        const svg = readFileSync(join(dirname(env.path), source), 'utf8').replace(/<style>.*?<\/style>/s, '')
        token.type = 'html_inline'
        token.content = `<span class="plot" tabindex="0" v-pre>${svg.trim()}</span>`
      }
  })
}
