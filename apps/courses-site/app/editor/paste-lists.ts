import type TurndownService from 'turndown'

type Rule = TurndownService.Rule

const styleOf = (node: Node) => (node as Element).getAttribute('style') ?? ''
const levelOf = (node: Node) => /mso-list:[^;]*\blevel([1-9])/i.exec(styleOf(node))?.[1]
const isMark = (node: Node) => /mso-list:\s*ignore/i.test(styleOf(node))

/** The mark that Word writes before an item, as text: `1.`, or a sign of some font. */
function markOf(node: Node): string {
  for (const child of node.childNodes) {
    if (child.nodeName !== 'SPAN') continue
    const text = isMark(child) ? (child.textContent ?? '') : markOf(child)
    if (text !== '') return text
  }
  return ''
}

/** Word writes the items of a list as paragraphs. */
const wordItem: Rule = {
  filter: (node) => node.nodeName === 'P' && levelOf(node) !== undefined,
  replacement(content, node) {
    const written = markOf(node).replaceAll('\u00a0', ' ').trim()
    const number =
      /^(\d{1,9})[.)]$/.exec(written)?.[1] ?? (/^[a-z]{1,5}[.)]$/i.test(written) ? '1' : undefined)
    const mark = number === undefined ? '-   ' : `${number}.  `
    const indent = '    '.repeat(Number(levelOf(node) ?? 1) - 1)
    return `\n\n${indent}${mark}${content.trim().replaceAll('\n', `\n${indent}    `)}\n\n`
  },
}

const wordMark: Rule = { filter: (node) => node.nodeName === 'SPAN' && isMark(node), replacement: () => '' }

/** Google Docs writes a list inside of another beside its items. */
const innerList: Rule = {
  filter: (node) => /^[UO]L$/.test(node.nodeName) && /^[UO]L$/.test(node.parentNode?.nodeName ?? ''),
  replacement: (content) => `\n${content.trim().replace(/^/gm, '    ')}\n`,
}

export const listRules: Readonly<Record<string, Rule>> = { wordItem, wordMark, innerList }
