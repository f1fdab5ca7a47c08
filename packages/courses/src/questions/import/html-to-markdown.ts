import { toScript } from '@freeor/kernel/script-characters'
import { mathToText } from './math-to-text.ts'
import { inOneLanguage } from './one-language.ts'
import { type HtmlElement, type HtmlNode, parseHtml } from './parse-html.ts'
import { plainToMarkdown, withoutEndBlanks } from './plain-to-markdown.ts'
import { tableToMarkdown } from './table-to-markdown.ts'

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
/** What they show is no text, and the text inside is for programs that cannot show it. */
const leftOut = new Set(['audio', 'video', 'embed', 'iframe', 'input', 'select', 'svg', 'canvas'])

/** HTML as Markdown that shows the same. Scripts, styles and what Markdown cannot say are left out. */
export function htmlToMarkdown(html: string, context: HtmlContext): string {
  const read = renderBlock(inOneLanguage(parseHtml(html), context.changes), { ...context, inside: new Set() })
  return withoutEndBlanks(read)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const isBlock = (node: HtmlNode) =>
  typeof node !== 'string' && (blocks.test(node.name) || isCodeInLines(node))

/** People also write a program line by line into `code`. */
const isCodeInLines = ({ name, children }: HtmlElement) =>
  codes.has(name) && children.some((child) => typeof child !== 'string' && child.name === 'br')

/** The children of a block: stretches of inline nodes are paragraphs. */
function renderBlock(element: HtmlElement, context: Rendering): string {
  const pieces: string[] = []
  let line: HtmlNode[] = []
  const endLine = () => {
    // Several blanks that do not break are an indent.
    const text = renderInline(line, context)
      .trimEnd()
      .replace(/^[ \t\n]+/, '')
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
  typeof node !== 'string' &&
  !isShown(node) &&
  node.children.some((child) => isBlock(child) || holdsBlock(child))

/** What is shown by itself, whatever stands inside. */
const isShown = ({ name }: HtmlElement) => leftOut.has(name) || name === 'math'

function renderElement(element: HtmlElement, context: Rendering): string {
  const { name } = element
  if (name === 'pre') return writeCode(textOf(element))
  if (codes.has(name)) return writeCode(linesOf(element))
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

/** The lines of a text end at each `br` and nowhere else; its indents are blanks that do not break. */
function linesOf(element: HtmlElement): string {
  const joined = (node: HtmlNode): string => {
    if (typeof node === 'string') return node.replace(/[ \t]*[\n\r]+[ \t]*/g, '\r').replaceAll('\u00a0', ' ')
    return node.name === 'br' ? '\n' : node.children.map(joined).join('')
  }
  return joined(element)
    .replace(/\r?\n\r?/g, '\n')
    .replaceAll('\r', ' ')
}

function writeCode(source: string): string {
  const text = source.replace(/^\n+/, '').trimEnd()
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

const renderTable = (element: HtmlElement, context: Rendering): string =>
  tableToMarkdown(element, (cell) =>
    renderBlock(cell, context)
      .replace(/\\?\n+/g, ' ')
      .replace(/(?<!\\)\|/g, '\\|'),
  )

/** What stands side by side with the same emphasis, as programs of texts write it word by word, is one stretch. */
function joinEmphasis(nodes: readonly HtmlNode[]): HtmlNode[] {
  const joined: HtmlNode[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (typeof node === 'string' || emphasis[node.name] === undefined) joined.push(node)
    else if (typeof last === 'object' && emphasis[last.name] === emphasis[node.name])
      for (const child of node.children) last.children.push(child)
    else joined.push({ ...node, children: [...node.children] })
  }
  return joined
}

const isBlank = (sign: string | undefined) => sign === ' ' || sign === '\t'

/** Lines that `br` ends: without blanks around the ends, and without those that nothing follows. */
function joinLines(lines: readonly string[]): string {
  const last = lines.findLastIndex((line) => line !== '')
  return lines
    .slice(0, last + 1)
    .map((line, at) => {
      let [from, to] = [0, line.length]
      if (at > 0) while (isBlank(line[from])) from++
      if (at < last || last + 1 < lines.length) while (to > from && isBlank(line[to - 1])) to--
      return line.slice(from, to)
    })
    .join('\\\n')
}

function renderInline(given: readonly HtmlNode[], context: Rendering): string {
  const nodes = joinEmphasis(given)
  const pieces: string[] = []
  let before: string | undefined
  for (const [at, node] of nodes.entries()) {
    const mark = typeof node === 'string' ? undefined : emphasis[node.name]
    const text =
      typeof node === 'string' || mark === undefined
        ? renderNode(node, context)
        : renderEmphasis(node, { mark, before, next: nodes[at + 1] }, context)
    pieces.push(text)
    before = text.at(-1) ?? before
  }
  return joinLines(pieces.join('').split('\\\n'))
}

/** Between letters, emphasis that starts or ends with a sign is not read as emphasis. */
function standsApart(before: string | undefined, text: string, next: HtmlNode | undefined): boolean {
  const inner = text.trim().replace(/^[*~]+|[*~]+$/g, '')
  const behind = next === undefined ? '' : (textOf(next)[0] ?? '')
  const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)
  const startsInside = !/^\s/.test(text) && isLetter(before) && !isLetter(inner[0])
  const endsInside = !/\s$/.test(text) && isLetter(behind) && !isLetter(inner.at(-1))
  return !startsInside && !endsInside
}

/** Blanks as browsers show them: one that does not break is a blank, several are kept. */
const joinBlanks = (text: string) =>
  text.replace(/\s+/g, (run) => {
    const isKept = run.indexOf('\u00a0') !== run.lastIndexOf('\u00a0')
    return isKept ? run.replace(/[^\u00a0]+/g, ' ').slice(0, 100) : ' '
  })

function renderNode(node: HtmlNode, context: Rendering): string {
  if (typeof node === 'string') return plainToMarkdown(joinBlanks(node), { isPart: true })
  const { name, attributes, children } = node
  if (name === 'br') return '\\\n'
  if (name === 'img') return renderPicture(attributes, context)
  if (name === 'object') return renderObject(node, context)
  if (codes.has(name)) return renderInlineCode(textOf(node))
  if (name === 'sub' || name === 'sup') return renderScript(node, context)
  if (name === 'math') return writeFormula(mathToText(node), context)
  if (leftOut.has(name)) {
    context.changes.push(`What <${name}> shows was left out`)
    return ''
  }
  if (name === 'rp') return ''
  const text = renderInline(children, context)
  if (name === 'a') return renderLink(attributes.href ?? '', text, context)
  if (name === 'q') return `“${text}”`
  // How the characters before it are read.
  if (name === 'rt') return text.trim() === '' ? '' : `(${text.trim()})`
  return text
}

function writeFormula(formula: string, context: Rendering): string {
  context.changes.push('A formula is written as plain text')
  return plainToMarkdown(formula.replace(/ {2,}/g, ' ').trim(), { isPart: true })
}

type Beside = {
  readonly mark: string
  readonly before: string | undefined
  readonly next: HtmlNode | undefined
}

/** Its text is read once, with or without its marks: emphasis may be deep. */
function renderEmphasis(
  { children }: HtmlElement,
  { mark, before, next }: Beside,
  context: Rendering,
): string {
  if (context.inside.has(mark)) return renderInline(children, context)
  const text = renderInline(children, { ...context, inside: new Set([...context.inside, mark]) })
  const inner = text.trim()
  if (inner === '') return text
  const ahead = text.slice(0, text.length - text.trimStart().length)
  const marked = `${ahead}${mark}${inner}${mark}${text.slice(ahead.length + inner.length)}`
  return standsApart(before, marked, next) ? marked : text
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

function renderLink(href: string, text: string, { changes }: Rendering): string {
  if (!/^(https?:|mailto:)/i.test(href)) {
    if (!/^\s*(#|javascript:|$)/i.test(href)) changes.push('A link without a whole address was left out')
    return text
  }
  if (text.trim() === '') return text
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

/** Canvas and Moodle write formulas as pictures and say them beside. */
function formulaIn({ class: classes = '', title, alt, ...more }: Readonly<Record<string, string>>) {
  const isFormula = /(^|\s)(equation_image|texrender|Wirisformula)(\s|$)/.test(classes)
  const said = more['data-equation-content'] ?? (isFormula ? title || alt : undefined)
  return said?.replace(/^LaTeX:\s*/, '')
}

function renderPicture(attributes: Readonly<Record<string, string>>, context: Rendering): string {
  const { src = '', alt = '' } = attributes
  const shown = context.picture?.(src, alt)
  if (shown !== undefined) return shown
  const formula = formulaIn(attributes)
  if (formula) return writeFormula(formula, context)
  if (/^https?:\/\//i.test(src.trim())) {
    context.changes.push('A picture of another site became a link to it')
    return renderLink(src.trim(), plainToMarkdown(alt.trim() || src.trim(), { isPart: true }), context)
  }
  context.changes.push(alt === '' ? 'A picture was left out' : `A picture was left out: ${alt}`)
  return plainToMarkdown(alt, { isPart: true })
}
