import { type HtmlElement, type HtmlNode, parseHtml } from './parse-html.ts'
import { plainToMarkdown } from './plain-to-markdown.ts'
import { toScript } from './script-characters.ts'

export type HtmlContext = {
  /** Told what became different. */
  readonly changes: string[]
  /** Gives the Markdown of a picture; undefined for one that is left out. */
  readonly picture?: (source: string, alt: string) => string | undefined
}

type Rendering = HtmlContext & { readonly inside: ReadonlySet<string> }

const blocks =
  /^(root|p|div|section|article|header|footer|address|center|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|pre|table|hr|fieldset|form|body|html|figure|figcaption)$/
const emphasis: Readonly<Record<string, string>> = {
  ...{ b: '**', strong: '**', i: '*', em: '*', cite: '*', del: '~~', s: '~~', strike: '~~' },
}
const codes = new Set(['code', 'tt', 'kbd', 'samp'])

/** HTML as Markdown that shows the same. Scripts, styles and what Markdown cannot say are left out. */
export function htmlToMarkdown(html: string, context: HtmlContext): string {
  return renderBlock(parseHtml(html), { ...context, inside: new Set() })
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const isBlock = (node: HtmlNode) => typeof node !== 'string' && blocks.test(node.name)

/** The children of a block: stretches of inline nodes are paragraphs. */
function renderBlock(element: HtmlElement, context: Rendering): string {
  const pieces: string[] = []
  let line: HtmlNode[] = []
  const endLine = () => {
    const text = renderInline(line, context).trim()
    if (text !== '') pieces.push(text)
    line = []
  }
  for (const child of element.children) {
    if (!isBlock(child) && !holdsBlock(child)) line.push(child)
    else {
      endLine()
      const text = renderElement(child as HtmlElement, context)
      if (text !== '') pieces.push(text)
    }
  }
  endLine()
  return pieces.join(element.name === 'ul' || element.name === 'ol' ? '\n' : '\n\n')
}

/** A `span` around paragraphs is a block. */
const holdsBlock = (node: HtmlNode): boolean =>
  typeof node !== 'string' && node.children.some((child) => isBlock(child) || holdsBlock(child))

function renderElement(element: HtmlElement, context: Rendering): string {
  const { name } = element
  if (name === 'pre') return renderCode(element)
  if (name === 'hr') return '---'
  if (name === 'table') return renderTable(element, context)
  if (name === 'ul' || name === 'ol') return renderList(element, context)
  const text = renderBlock(element, context)
  if (text === '') return ''
  if (/^h[1-6]$/.test(name)) return `${'#'.repeat(Number(name[1]))} ${text.replace(/\n+/g, ' ')}`
  if (name === 'blockquote') return text.replace(/^/gm, '> ')
  return text
}

const textOf = (node: HtmlNode): string =>
  typeof node === 'string' ? node : node.name === 'br' ? '\n' : node.children.map(textOf).join('')

const longestRun = (text: string) => Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))

function renderCode(element: HtmlElement): string {
  const text = textOf(element).replace(/^\n+|\s+$/g, '')
  if (text === '') return ''
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}\n${text}\n${fence}`
}

function renderList(element: HtmlElement, context: Rendering): string {
  const items = element.children.filter((child) => typeof child !== 'string')
  const first = /^\d{1,8}$/.test(element.attributes.start ?? '') ? Number(element.attributes.start) : 1
  return items
    .map((item, at) => {
      const mark = element.name === 'ol' ? `${first + at}. ` : '- '
      return mark + renderBlock(item, context).replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`)
    })
    .join('\n')
}

function listRows(element: HtmlElement): HtmlElement[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string') return []
    return child.name === 'tr' ? [child] : listRows(child)
  })
}

function renderTable(element: HtmlElement, context: Rendering): string {
  const rows = listRows(element).map((row) =>
    row.children
      .filter((cell) => typeof cell !== 'string')
      .map((cell) =>
        renderBlock(cell, context)
          .replace(/\\?\n+/g, ' ')
          .replace(/(?<!\\)\|/g, '\\|'),
      ),
  )
  const width = Math.max(0, ...rows.map(({ length }) => length))
  if (width === 0) return ''
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(Array.from({ length: width }, () => '---')), ...body.map(line)].join('\n')
}

function renderInline(nodes: readonly HtmlNode[], context: Rendering): string {
  let out = ''
  for (const [at, node] of nodes.entries()) {
    const text = renderNode(node, context)
    if (typeof node === 'string' || emphasis[node.name] === undefined) out += text
    else out += standsApart(out, text, nodes[at + 1]) ? text : (renderInline(node.children, context) ?? '')
  }
  return out.replace(/[^\S\n]*\\\n[^\S\n]*/g, '\\\n').replace(/(\\\n)+$/, '')
}

/** Between letters, emphasis that starts or ends with a sign is not read as emphasis. */
function standsApart(before: string, text: string, next: HtmlNode | undefined): boolean {
  const inner = text.trim().replace(/^[*~]+|[*~]+$/g, '')
  const behind = next === undefined ? '' : (textOf(next)[0] ?? '')
  const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)
  const startsInside = !/^\s/.test(text) && isLetter(before.at(-1)) && !isLetter(inner[0])
  const endsInside = !/\s$/.test(text) && isLetter(behind) && !isLetter(inner.at(-1))
  return !startsInside && !endsInside
}

function renderNode(node: HtmlNode, context: Rendering): string {
  if (typeof node === 'string') return plainToMarkdown(node.replace(/\s+/g, ' '), { isPart: true })
  const { name, attributes, children } = node
  if (name === 'br') return '\\\n'
  if (name === 'img') return renderPicture(attributes, context)
  if (name === 'object') return renderObject(node, context)
  if (codes.has(name)) return renderInlineCode(textOf(node))
  if (name === 'sub' || name === 'sup') return renderScript(node, context)
  const mark = emphasis[name]
  if (mark !== undefined) return renderEmphasis(node, mark, context)
  const text = renderInline(children, context)
  if (name === 'a') return renderLink(attributes.href ?? '', text)
  if (name === 'q') return `“${text}”`
  if (name === 'math') context.changes.push('A formula is written as plain text')
  if (['audio', 'video', 'embed', 'input', 'select', 'svg', 'canvas'].includes(name))
    context.changes.push(`What <${name}> shows was left out`)
  return text
}

function renderEmphasis({ children }: HtmlElement, mark: string, context: Rendering): string {
  if (context.inside.has(mark)) return renderInline(children, context)
  const text = renderInline(children, { ...context, inside: new Set([...context.inside, mark]) })
  const [, before = '', inner = '', behind = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  return inner === '' ? before : `${before}${mark}${inner}${mark}${behind}`
}

function renderInlineCode(text: string): string {
  const inner = text.replace(/\s+/g, ' ')
  if (inner.trim() === '') return inner
  const ticks = '`'.repeat(longestRun(inner) + 1)
  const blank = inner.startsWith('`') || inner.endsWith('`') ? ' ' : ''
  return `${ticks}${blank}${inner}${blank}${ticks}`
}

function renderScript(node: HtmlElement, context: Rendering): string {
  const text = textOf(node).trim()
  context.changes.push('Raised and lowered characters are written in line')
  return toScript(text, node.name === 'sub' ? 'sub' : 'sup')
}

function renderLink(href: string, text: string): string {
  if (!/^(https?:|mailto:)/i.test(href) || text.trim() === '') return text
  return `[${text}](<${href.replace(/[<>\s]/g, encodeURIComponent)}>)`
}

/** QTI shows pictures as objects; the text inside is for those who do not see it. */
function renderObject({ attributes, children }: HtmlElement, context: Rendering): string {
  const { data = '', type = '' } = attributes
  const words = children.map(textOf).join('').replace(/\s+/g, ' ').trim()
  if (/^image\//i.test(type) || /\.(jpe?g|png|gif|svg|tiff?|webp)$/i.test(data))
    return renderPicture({ src: data, alt: words }, context)
  context.changes.push('What <object> shows was left out')
  return plainToMarkdown(words, { isPart: true })
}

function renderPicture({ src = '', alt = '' }: Readonly<Record<string, string>>, context: Rendering): string {
  const shown = context.picture?.(src, alt)
  if (shown !== undefined) return shown
  context.changes.push(alt === '' ? 'A picture was left out' : `A picture was left out: ${alt}`)
  return plainToMarkdown(alt, { isPart: true })
}
