/** A stretch of an XML file: one of the wanted elements whole, or what stands between them. */
export type XmlStretch =
  | { readonly kind: 'element'; readonly name: string; readonly from: number; readonly to: number }
  | { readonly kind: 'frame' | 'comment'; readonly from: number; readonly to: number }
  /** An element that is not closed. */
  | { readonly kind: 'open'; readonly name: string; readonly from: number; readonly to: number }

const tokens = /<!--|<!\[CDATA\[|<\?|<(\/?)([a-z_][\w.-]*:)?([a-z_][\w.-]*)(?=[\s/>])|<(\/?)$/gi

/**
 * Splits an XML file into the elements that are read one by one, wherever they stand, without reading them. So one that is
 * not well formed costs no other: an element that is not closed ends where the next one begins.
 * @param wanted names without prefix; they do not stand inside each other
 */
export function splitXml(text: string, wanted: readonly string[]): XmlStretch[] {
  const splitter = new XmlSplitter(text, new Set(wanted))
  return splitter.split()
}

/** Finds signs ahead, each position once: a file without one of them is not searched to its end again and again. */
class LookAhead {
  private readonly found = new Map<string, number>()
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  find(sign: string, from: number): number {
    const known = this.found.get(sign)
    if (known !== undefined && (known < 0 || known >= from)) return known
    const at = this.text.indexOf(sign, from)
    this.found.set(sign, at)
    return at
  }
}

class XmlSplitter {
  private readonly stretches: XmlStretch[] = []
  private readonly text: string
  private readonly wanted: ReadonlySet<string>
  private readonly ahead: LookAhead
  private open: { readonly name: string; readonly from: number } | undefined
  /** The end of the last stretch. */
  private end = 0

  constructor(text: string, wanted: ReadonlySet<string>) {
    this.text = text
    this.wanted = wanted
    this.ahead = new LookAhead(text)
  }

  split(): XmlStretch[] {
    const { text } = this
    const search = new RegExp(tokens)
    for (let found = search.exec(text); found; found = search.exec(text)) {
      const [token, slash, , name] = found
      if (token === '<!--') search.lastIndex = this.skipComment(found.index)
      else if (token === '<![CDATA[') search.lastIndex = this.skipCdata(found.index)
      else if (token === '<?') search.lastIndex = this.skipInstruction(found.index)
      else if (name !== undefined && this.wanted.has(name)) {
        if (slash) this.close(name, this.endOfTag(found.index))
        else this.begin(name, found.index)
      }
    }
    if (this.open) this.endOpen(text.length)
    this.frame(text.length)
    return this.stretches
  }

  private begin(name: string, from: number): void {
    if (this.open) this.endOpen(from)
    this.frame(from)
    const tagEnd = this.endOfTag(from)
    if (this.text[tagEnd - 2] === '/') this.push({ kind: 'element', name, from, to: tagEnd })
    else this.open = { name, from }
  }

  private close(name: string, to: number): void {
    if (!this.open) return
    const { from } = this.open
    if (this.open.name === name) this.push({ kind: 'element', name, from, to })
    else this.push({ kind: 'open', name: this.open.name, from, to })
    this.open = undefined
  }

  private endOpen(to: number): void {
    if (this.open) this.push({ kind: 'open', name: this.open.name, from: this.open.from, to })
    this.open = undefined
  }

  private push(stretch: XmlStretch): void {
    if (stretch.to <= stretch.from) return
    this.stretches.push(stretch)
    this.end = stretch.to
  }

  /** What stands before a position and after the last stretch. */
  private frame(to: number): void {
    this.push({ kind: 'frame', from: this.end, to })
  }

  /** A tag that is not closed ends before the next one begins. */
  private endOfTag(from: number): number {
    const next = this.text.indexOf('<', from + 1)
    const end = this.behind('>', from)
    return next < 0 || end <= next ? end : next
  }

  private behind(sign: string, from: number): number {
    const at = this.ahead.find(sign, from)
    return at < 0 ? this.text.length : at + sign.length
  }

  /** One that is not closed would take all that follows: it is no comment, and what follows is read. */
  private skipComment(from: number): number {
    const closed = this.ahead.find('-->', from)
    if (closed < 0) return from + 4
    if (!this.open) {
      this.frame(from)
      this.push({ kind: 'comment', from, to: closed + 3 })
    }
    return closed + 3
  }

  /** One that is not closed would take all that follows: it ends before the next one begins. */
  private skipCdata(from: number): number {
    const end = this.ahead.find(']]>', from)
    const next = this.text.indexOf('<![CDATA[', from + 9)
    const isClosed = end >= 0 && (next < 0 || end < next)
    return isClosed ? end + 3 : from + 9
  }

  private skipInstruction(from: number): number {
    const end = this.ahead.find('?>', from)
    return end < 0 ? from + 2 : end + 2
  }
}

/** Whether a stretch between the elements is markup only. */
export const isFrame = (text: string): boolean => text.replace(/<[^<>]*>/g, '').trim() === ''

const tag = /<(\/?)(?:[\w.-]+:)?([\w.-]+)[^<>]*>/g

/**
 * Whether all text of a stretch stands inside of elements with these names, as the settings of a quiz do.
 * @param names matches a name without prefix
 */
export function isSettings(text: string, names: RegExp): boolean {
  let outside = ''
  let depth = 0
  let from = 0
  for (const { index, 0: whole, 1: slash, 2: name = '' } of text.matchAll(tag)) {
    if (depth === 0) outside += text.slice(from, index)
    from = index + whole.length
    if (names.test(name) && !whole.endsWith('/>')) depth = Math.max(0, depth + (slash ? -1 : 1))
  }
  // One that is not closed hides nothing.
  return depth === 0 && isFrame(outside + text.slice(from))
}
