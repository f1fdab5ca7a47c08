import { toScript } from '@freeor/kernel/script-characters'
import type TurndownService from 'turndown'
import { columnsTakenBefore, spanOf } from './paste-cells.ts'
import { listRules } from './paste-lists.ts'

type Rule = TurndownService.Rule
type Element = HTMLElement

const styleOf = (node: Element) => node.getAttribute('style') ?? ''

/** Google Docs stands all that is copied into a `b` that is not bold, and says what is bold by a style. */
const isBold = (node: Element) =>
  /font-weight:\s*(bold|[6-9]00)/i.test(styleOf(node)) ||
  (/^(B|STRONG)$/.test(node.nodeName) && !/font-weight:\s*(normal|[1-4]00)/i.test(styleOf(node)))
const isItalic = (node: Element) =>
  /font-style:\s*italic/i.test(styleOf(node)) ||
  (/^(I|EM)$/.test(node.nodeName) && !/font-style:\s*normal/i.test(styleOf(node)))

/** Marks stand beside the words, not beside blanks. */
const marked = (content: string, mark: string) =>
  content.trim() === '' || content.includes('\n\n')
    ? content
    : content.replace(
        /^(\s*)([\s\S]*?)(\s*)$/,
        (_, before, words, behind) => `${before}${mark}${words}${mark}${behind}`,
      )

const emphasis: Rule = {
  filter: ['b', 'strong', 'i', 'em', 'span'],
  replacement(content, node) {
    const element = node as Element
    const inside = isItalic(element) ? marked(content, '*') : content
    return isBold(element) ? marked(inside, '**') : inside
  },
}

const struck: Rule = {
  filter: ['del', 's', 'strike' as 's'],
  replacement: (content) => marked(content, '~~'),
}

const tasks: Rule = {
  filter: (node) => node.nodeName === 'INPUT' && node.getAttribute('type') === 'checkbox',
  replacement: (_, node) => ((node as Element).hasAttribute('checked') ? '[x] ' : '[ ] '),
}

/** Notebooks and many pages write a program without a `code` in its `pre`. */
const code: Rule = {
  filter: (node) => node.nodeName === 'PRE' && node.firstElementChild?.nodeName !== 'CODE',
  replacement(_, node) {
    const text = (node.textContent ?? '').replace(/\n$/, '')
    const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
    const fence = '`'.repeat(longest + 1)
    return `\n\n${fence}\n${text}\n${fence}\n\n`
  },
}

/** A formula stands in a page as it is drawn, and again as it was written. */
const formulas: Rule = {
  filter: (node) => node.nodeName.toLowerCase() === 'math',
  replacement(_, node) {
    const written = (node as Element).querySelector('annotation')?.textContent?.trim()
    return written ? `\`${written}\`` : (node.textContent ?? '').trim()
  },
}

const unseen: Rule = {
  filter: (node) => node.getAttribute('aria-hidden') === 'true',
  replacement: () => '',
}

/** What plays elsewhere is a link to it. */
const players: Rule = {
  filter: ['iframe', 'video', 'audio', 'embed'],
  replacement(_, node) {
    const element = node as Element
    const src = element.getAttribute('src') ?? element.querySelector('source')?.getAttribute('src') ?? ''
    if (!/^https:\/\/\S+$/.test(src)) return ''
    const title = (element.getAttribute('title') ?? src).replace(/[\\[\]]/g, '\\$&')
    return `[${title}](${src.replaceAll('(', '%28').replaceAll(')', '%29')})`
  },
}

const tableOf = (node: Node | null): Node | null =>
  node === null || node.nodeName === 'TABLE' ? node : tableOf(node.parentNode)

/** The first cells, row by row, as many as are asked for. */
function firstCells(node: Node, most: number): Node[] {
  const found: Node[] = []
  for (const child of node.childNodes) {
    if (found.length >= most) break
    if (/^T[DH]$/.test(child.nodeName)) found.push(child)
    else if (/^T(HEAD|BODY|FOOT|R)$/.test(child.nodeName))
      found.push(...firstCells(child, most - found.length))
  }
  return found
}

/** Whether a table is a box around one text, which is no table. */
const isBox = (node: Node) => {
  const table = tableOf(node)
  return !table || firstCells(table, 2).length < 2
}

const cells: Rule = {
  filter: ['td', 'th'],
  replacement(content, node) {
    if (isBox(node)) return content
    const text = content
      .trim()
      .replaceAll('|', '\\|')
      .replace(/ *\n\s*/g, '<br>')
    const before = columnsTakenBefore(node, tableOf(node) ?? node)
    return `${'  |'.repeat(before)} ${text} |${'  |'.repeat(spanOf(node as Element, 'colspan') - 1)}`
  },
}

/** The first row is the one that Markdown draws as the head. */
const rows: Rule = {
  filter: 'tr',
  replacement(content, node) {
    if (isBox(node)) return content
    const row = `|${content.replaceAll('\n', ' ').trimEnd()}\n`
    if (firstCells(tableOf(node) ?? node, 1)[0]?.parentNode !== node) return row
    const columns = row.match(/(?<!\\)\|/g)?.length ?? 2
    return `${row}|${' --- |'.repeat(columns - 1)}\n`
  },
}

const inTable: Rule = { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content }
const columns: Rule = { filter: ['colgroup', 'col'], replacement: () => '' }
const tables: Rule = {
  filter: 'table',
  replacement(content, node) {
    if (isBox(node)) return `\n\n${content.trim()}\n\n`
    const title = [...node.childNodes].find(({ nodeName }) => nodeName === 'CAPTION')?.textContent ?? ''
    return `\n\n${title.replace(/\s+/g, ' ').trim()}\n\n${content.replace(/\n\s*\n/g, '\n').trim()}\n\n`
  },
}
/** Inside of the table it would be a part of its first row. */
const captions: Rule = { filter: 'caption', replacement: (content, node) => (isBox(node) ? content : '') }

/** `x²` is not `x2`. */
const scripts: Rule = {
  filter: ['sub', 'sup'],
  replacement(content, node) {
    // The number of a footnote is a link.
    if ((node as Element).querySelector('a')) return content
    return toScript(content.trim().replace(/^\\(?=[-+])/, ''), node.nodeName === 'SUB' ? 'sub' : 'sup')
  },
}

/** What a page puts beside a heading, so that one can link to it. */
const emptyLinks: Rule = {
  filter: (node) =>
    node.nodeName === 'A' &&
    (node.textContent ?? '').trim() === '' &&
    !node.querySelector('img, iframe, video'),
  replacement: () => '',
}

/** What `turndown` does not say in Markdown by itself. */
export const pasteRules: Readonly<Record<string, Rule>> = {
  ...{ emphasis, struck, tasks, code, formulas, players },
  ...{ cells, rows, inTable, columns, tables, captions, unseen },
  ...{ scripts, emptyLinks },
  ...listRules,
}
