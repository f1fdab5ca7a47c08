import { ignoredAs, PartsOfText } from '../collect-parts.ts'
import { type Draft, type ReadText, Refusal } from '../read-file.ts'
import { readXmlElement, type XmlElement } from './read-xml.ts'
import { isFrame, splitXml } from './split-xml.ts'

export type ItemReader = {
  /** The elements that are questions, without prefix. */
  readonly names: readonly string[]
  /** @throws Refusal */
  read(element: XmlElement): Draft
  /** Why an element is no question but left out by a rule; undefined for a question. */
  ignores?(element: XmlElement): string | undefined
}

/** @returns whether the file declares a document type, outside of comments and CDATA */
function hasDoctype(text: string): boolean {
  if (!/<!doctype/i.test(text)) return false
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

const doctypeRefusal = 'The file has a document type (DTD): those are not read, as they can hide things.'

/** Reads the questions of an XML file, each by itself. */
export function readItems(text: string, reader: ItemReader): ReadText {
  const parts = new PartsOfText(text)
  if (hasDoctype(text)) {
    parts.refuse([0, text.length], doctypeRefusal)
    return parts.finish()
  }
  for (const { kind, from, to } of splitXml(text, reader.names)) {
    const source = text.slice(from, to)
    if (kind === 'comment') parts.ignore([from, to], ignoredAs.comment)
    else if (kind === 'frame' && source.trim() === '') parts.ignore([from, to], ignoredAs.blank)
    else if (kind === 'frame' && isFrame(source)) parts.ignore([from, to], ignoredAs.frame)
    else if (kind === 'frame') parts.refuse([from, to], 'This belongs to no question.')
    else if (kind === 'open') parts.refuse([from, to], 'The question is not closed: its end tag is missing.')
    else readOne(parts, [from, to], reader, source)
  }
  return parts.finish()
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
