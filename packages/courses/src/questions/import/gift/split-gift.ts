import { listLines, type TextLine } from '../lines.ts'

type Range = readonly [from: number, to: number]

/** A stretch of a GIFT file that is one question, right or wrong. */
export type GiftUnit = {
  readonly kind: 'question'
  readonly from: number
  to: number
  /** Between the braces of the answers; undefined where there are none or they are not closed. */
  block?: Range
  /** Comment lines inside. */
  readonly comments: Range[]
  /** Why it cannot be read, as far as its braces tell. */
  problem?: string
}
export type GiftLine = { readonly kind: 'comment' | 'category'; readonly from: number; readonly to: number }

type Line = TextLine & {
  readonly kind: 'blank' | 'comment' | 'category' | 'title' | 'text'
  readonly begin: number
  /** Its first brace that is not escaped; comments and categories have none. */
  readonly brace: string
}

const problems = {
  notClosed: 'Its answers are not closed: a } is missing.',
  nested: 'There is a { among its answers: a brace in a text is written \\{.',
  stray: 'There is a } without a {.',
  second: 'It has two lists of answers: a brace in a text is written \\{.',
} as const

function kindOf(line: string): Line['kind'] {
  const text = line.trimStart()
  if (text === '') return 'blank'
  if (text.startsWith('//')) return 'comment'
  if (/^\$CATEGORY:/i.test(text)) return 'category'
  return text.startsWith('::') ? 'title' : 'text'
}

/** A title that ends in the line it begins in. Braces in it are no answers. */
export const titleInLine = /^\s*::(?:\\.|(?!::)[^\\\r\n])*::/

/** Where braces of a line begin to count. */
const behindTitle = ({ text, from }: TextLine, kind: Line['kind']) =>
  from + (kind === 'title' ? (titleInLine.exec(text)?.[0].length ?? 0) : 0)

function readLines(text: string): Line[] {
  return listLines(text).map((line) => {
    const kind = kindOf(line.text)
    const begin = behindTitle(line, kind)
    const isRead = kind !== 'comment' && kind !== 'category'
    return { ...line, kind, begin, brace: isRead ? (braceIn(text, begin, line.to)?.sign ?? '') : '' }
  })
}

/** The first brace that is not escaped, from a position on. */
function braceIn(
  text: string,
  from: number,
  to: number,
): { readonly at: number; readonly sign: string } | undefined {
  for (let at = from; at < to; at++) {
    const sign = text[at]
    if (sign === '\\') at++
    else if (sign === '{' || sign === '}') return { at, sign }
  }
  return undefined
}

/** What stands ahead of each line, found from the end, so that looking ahead costs nothing. */
type Ahead = {
  /** The next brace at or behind the line. */
  readonly brace: string
  /** Whether answers begin in the rest of this paragraph. */
  readonly answers: boolean
  /** The next line at or behind it that is neither blank nor a comment. */
  readonly line: Line | undefined
}

function lookAhead(lines: readonly Line[]): Ahead[] {
  const ahead: Ahead[] = new Array(lines.length + 1)
  let behind: Ahead = { brace: '', answers: false, line: undefined }
  ahead[lines.length] = behind
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]
    if (!line) continue
    const { kind, brace } = line
    behind = {
      brace: brace || behind.brace,
      answers: kind === 'text' && (brace === '{' || behind.answers),
      line: kind === 'blank' || kind === 'comment' ? behind.line : line,
    }
    ahead[at] = behind
  }
  return ahead
}

/**
 * Splits a GIFT file into its questions, comments and categories, without reading them, so that a wrong one costs no other.
 * Questions stand apart by blank lines; where those are missing, a title, or a second list of answers, tells where the next
 * one begins. A list of answers that is not closed ends where another question begins.
 */
export function splitGift(text: string): (GiftUnit | GiftLine)[] {
  const lines = readLines(text)
  const ahead = lookAhead(lines)
  const splitter = new Splitter(text)
  for (const [at, line] of lines.entries()) splitter.take(line, ahead[at], ahead[at + 1])
  return splitter.finish()
}

class Splitter {
  private readonly text: string
  private readonly units: (GiftUnit | GiftLine)[] = []
  private unit: GiftUnit | undefined
  private depth = 0
  private blockFrom = -1
  private isAfter = false

  constructor(text: string) {
    this.text = text
  }

  take(line: Line, here: Ahead | undefined, behind: Ahead | undefined): void {
    if (this.unit && this.endsBefore(line, here, behind)) this.end()
    if (!this.unit) this.begin(line)
    else if (line.kind === 'comment') this.unit.comments.push([line.from, line.next])
    else if (line.kind !== 'blank') this.readBraces(line)
  }

  finish(): (GiftUnit | GiftLine)[] {
    this.end()
    return this.units
  }

  private begin(line: Line): void {
    const { kind, from, next, to } = line
    if (kind === 'blank') return
    if (kind === 'comment' || kind === 'category') {
      this.units.push({ kind, from, to: next })
      return
    }
    this.unit = { kind: 'question', from, to, comments: [] }
    this.depth = 0
    this.isAfter = false
    this.readBraces(line)
  }

  /** Whether the question that is open ended before this line. */
  private endsBefore(line: Line, here: Ahead | undefined, behind: Ahead | undefined): boolean {
    const { kind } = line
    if (kind === 'category') return true
    // Answers that follow in the same paragraph are of another question; other text ends a sentence with a gap.
    if (this.isAfter) return kind !== 'text' || here?.answers === true
    if (this.depth > 0) return this.leavesBlock(line, here, behind)
    if (kind === 'blank') return !this.isAnswers(behind?.line)
    return kind === 'title'
  }

  /** Inside the answers: whether another question begins here, so that the } was forgotten. */
  private leavesBlock(
    { kind, text, brace }: Line,
    here: Ahead | undefined,
    behind: Ahead | undefined,
  ): boolean {
    if (kind === 'blank') {
      const next = behind?.line?.kind
      return this.depth > 1 || here?.brace !== '}' || next === 'title' || next === 'category'
    }
    if (kind === 'title') return here?.brace !== '}'
    return kind === 'text' && brace === '{' && !/^\s*[=~#}]/.test(text)
  }

  /** Some programs write a blank line between the text and its answers. */
  private isAnswers(line: Line | undefined): boolean {
    return line?.kind === 'text' && /^\s*\{/.test(line.text)
  }

  private readBraces({ begin, to }: Line): void {
    const { unit } = this
    if (!unit) return
    unit.to = to
    for (let brace = braceIn(this.text, begin, to); brace; brace = braceIn(this.text, brace.at + 1, to))
      if (brace.sign === '{') this.openBrace(unit, brace.at + 1)
      else this.closeBrace(unit, brace.at)
  }

  private openBrace(unit: GiftUnit, behind: number): void {
    if (this.isAfter) {
      unit.problem ??= problems.second
      return
    }
    if (this.depth > 0) unit.problem ??= problems.nested
    else this.blockFrom = behind
    this.depth++
  }

  private closeBrace(unit: GiftUnit, at: number): void {
    if (this.isAfter || this.depth === 0) {
      unit.problem ??= problems.stray
      return
    }
    this.depth--
    if (this.depth > 0) return
    unit.block = [this.blockFrom, at]
    this.isAfter = true
  }

  private end(): void {
    const { unit } = this
    if (!unit) return
    if (this.depth > 0) unit.problem ??= problems.notClosed
    const inside = unit.comments.filter(([from]) => from < unit.to)
    const behind = unit.comments.slice(inside.length)
    this.units.push({ ...unit, comments: inside })
    for (const [from, to] of behind) this.units.push({ kind: 'comment', from, to })
    this.unit = undefined
  }
}
