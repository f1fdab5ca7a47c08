import { ignoredAs, PartsOfText } from '../collect-parts.ts'
import { type Draft, type ReadText, Refusal } from '../read-file.ts'
import { readXmlElement, type XmlElement } from './read-xml.ts'
import { isFrame, isSettings, splitXml, type XmlStretch } from './split-xml.ts'

export type ItemReader = {
  /** The elements that are questions, without prefix. */
  readonly names: readonly string[]
  /** @throws Refusal */
  read(element: XmlElement): Draft
  /** Why an element is no question but left out by a rule; undefined for a question. */
  ignores?(element: XmlElement): string | undefined
  /** The elements between the questions whose text is no question's, by their names without prefix. */
  readonly settings?: RegExp
}

/** @returns whether a document type is declared, outside of comments and CDATA */
function hasDoctype(text: string): boolean {
  const marks = /<!--|<!\[CDATA\[|<!doctype/gi
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    const [mark] = found
    if (/doctype/i.test(mark)) return true
    const end = text.indexOf(mark === '<!--' ? '-->' : ']]>', found.index)
    // What is not closed hides nothing.
    if (end < 0) return /<!doctype/i.test(text.slice(marks.lastIndex))
    marks.lastIndex = end
  }
  return false
}

const quoted = /"[^"<>]*"|'[^'<>]*'/.source
const namesOnly = new RegExp(
  `^(?:\\s|<\\?[^<>]*\\?>|<!--(?:(?!--)[\\s\\S])*-->)*(<!DOCTYPE\\s+[\\w:.-]+(?:\\s+(?:SYSTEM|PUBLIC\\s+(?:${quoted}))\\s+(?:${quoted}))?\\s*>)`,
  'i',
)

/** Where a document type stands that only names another file, and declares nothing itself. */
function findNamedDoctype(text: string): readonly [number, number] | undefined {
  const [whole, doctype] = namesOnly.exec(text) ?? []
  return whole === undefined || doctype === undefined
    ? undefined
    : [whole.length - doctype.length, whole.length]
}

const doctypeRefusal = 'The file has a document type (DTD): those are not read, as they can hide things.'
const namedRefusal =
  'The document type (DTD) that is named here is not read: only what stands in this file comes in.'

/** Reads the questions of an XML file, each by itself. */
export function readItems(text: string, reader: ItemReader): ReadText {
  const parts = new PartsOfText(text)
  const doctype = findNamedDoctype(text)
  const start = doctype?.[1] ?? 0
  const stretches = splitXml(text.slice(start), reader.names)
  // One that stands inside of a question costs that question only.
  const isHiding = stretches.some(
    ({ kind, from, to }) => kind === 'frame' && hasDoctype(text.slice(start + from, start + to)),
  )
  if (isHiding) {
    parts.refuse([0, text.length], doctypeRefusal)
    return parts.finish()
  }
  if (doctype) {
    if (doctype[0] > 0) parts.ignore([0, doctype[0]], ignoredAs.frame)
    parts.refuse(doctype, namedRefusal)
  }
  for (const stretch of stretches) readStretch(parts, reader, stretch, start)
  return parts.finish()
}

function readStretch(parts: PartsOfText, reader: ItemReader, stretch: XmlStretch, start: number): void {
  const { kind } = stretch
  const range = [stretch.from + start, stretch.to + start] as const
  const source = parts.text.slice(...range)
  if (kind === 'comment') parts.ignore(range, ignoredAs.comment)
  else if (kind === 'frame' && source.trim() === '') parts.ignore(range, ignoredAs.blank)
  else if (kind === 'frame' && isFrame(source)) parts.ignore(range, ignoredAs.frame)
  else if (kind === 'frame' && reader.settings && isSettings(source, reader.settings))
    parts.ignore(range, ignoredAs.settings)
  else if (kind === 'frame') parts.refuse(range, 'This belongs to no question.')
  else if (kind === 'open') parts.refuse(range, 'The question is not closed: its end tag is missing.')
  else readOne(parts, range, reader, source)
}

function readOne(
  parts: PartsOfText,
  range: readonly [number, number],
  reader: ItemReader,
  source: string,
): void {
  let element: XmlElement
  try {
    element = readXmlElement(source, range[0])
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    parts.refuse(range, error.message)
    return
  }
  const ignored = reader.ignores?.(element)
  if (ignored !== undefined) parts.ignore(range, ignored)
  else parts.question(range, () => reader.read(element))
}
