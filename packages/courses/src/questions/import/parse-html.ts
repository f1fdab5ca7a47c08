import { decodeEntities } from './entities.ts'

export type HtmlElement = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: HtmlNode[]
}
export type HtmlNode = string | HtmlElement

const empty = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'wbr',
])
const closesParagraph =
  /^(address|blockquote|center|div|dl|fieldset|form|h[1-6]|hr|ol|p|pre|section|table|ul|article|header|footer)$/
/** Started again, these end the one before that is open. */
const endsSame = new Set(['li', 'td', 'th', 'tr', 'option', 'dt', 'dd'])
/** What stands inside is no text. */
const unread = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'title'])
/** Deeper than any text; further elements are left out and their text stays. */
const deepest = 60

/**
 * HTML as people's programs write it, as a tree. Tolerates what is open or closed too much. In one pass: a text of any
 * kind takes time by its length only.
 */
export function parseHtml(html: string): HtmlElement {
  const root: HtmlElement = { name: 'root', attributes: {}, children: [] }
  const open = [root]
  const top = () => open.at(-1) ?? root
  const addText = (text: string) => {
    if (text !== '') top().children.push(decodeEntities(text))
  }
  let at = 0
  while (at < html.length) {
    const start = html.indexOf('<', at)
    if (start < 0) break
    const tag = readTag(html, start)
    addText(html.slice(at, tag === undefined ? start + 1 : start))
    at = tag?.end ?? start + 1
    if (tag?.name === undefined) continue
    if (tag.isEnd) closeElement(open, tag.name)
    else if (unread.has(tag.name)) {
      // What a frame shows is left out, and said.
      if (tag.name === 'iframe') openElement(open, { ...tag, isEmpty: true })
      at = endOfUnread(html, tag.name, at)
    } else openElement(open, tag)
  }
  addText(html.slice(at))
  return root
}

type Tag = {
  readonly end: number
  /** Undefined for a comment or a declaration. */
  readonly name?: string
  readonly isEnd?: boolean
  readonly isEmpty?: boolean
  readonly attributes?: Record<string, string>
}

const quotes = (text: string) => (text.match(/["']/g) ?? []).length

/** The tag at a `<`; undefined where it is only a sign. No tag holds another `<`. */
function readTag(html: string, start: number): Tag | undefined {
  if (html.startsWith('<!--', start)) {
    const end = html.indexOf('-->', start + 4)
    return { end: end < 0 ? html.length : end + 3 }
  }
  if (html.startsWith('<![CDATA[', start)) return { end: start + 9 }
  const next = html.indexOf('<', start + 1)
  const limit = Math.min(next < 0 ? html.length : next, start + 5000)
  const slice = html.slice(start, limit)
  const head = /^<(\/?)([a-z][a-z\d:-]{0,30})(?=[\s/>])/i.exec(slice)
  if (!head) {
    const declaration = /^<[!?][^>]*>/.exec(slice)
    return declaration ? { end: start + declaration[0].length } : undefined
  }
  let close = slice.indexOf('>')
  while (close >= 0 && quotes(slice.slice(0, close)) % 2 > 0 && slice.includes('>', close + 1))
    close = slice.indexOf('>', close + 1)
  if (close < 0) return undefined
  const [whole, slash, name = ''] = head
  const inner = slice.slice(whole.length, close)
  return {
    end: start + close + 1,
    name: (name.split(':').at(-1) ?? name).toLowerCase(),
    isEnd: slash === '/',
    isEmpty: inner.endsWith('/'),
    attributes: readAttributes(inner),
  }
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', quoted, single, bare] of text.matchAll(
    /([a-z][\w:-]{0,40})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi,
  ))
    attributes[name.toLowerCase()] = decodeEntities(quoted ?? single ?? bare ?? '')
  return attributes
}

function openElement(open: HtmlElement[], { name = '', attributes = {}, isEmpty }: Tag): void {
  if (closesParagraph.test(name)) closeElement(open, 'p')
  if (endsSame.has(name) && open.at(-1)?.name === name) open.pop()
  if (open.length > deepest) return
  const element: HtmlElement = { name, attributes, children: [] }
  open.at(-1)?.children.push(element)
  if (!isEmpty && !empty.has(name)) open.push(element)
}

/** Closes the element and those open in it; nothing where none is open. */
function closeElement(open: HtmlElement[], name: string): void {
  const at = open.findLastIndex((element) => element.name === name)
  if (at > 0) open.length = at
}

function endOfUnread(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}\\s*>`, 'gi')
  end.lastIndex = from
  const found = end.exec(html)
  return found ? found.index + found[0].length : html.length
}
