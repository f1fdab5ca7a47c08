import type { TextPictures } from '../pictures/found-pictures.ts'
import type { ReadText } from '../read-file.ts'
import { readItems } from '../xml/read-items.ts'
import type { XmlElement, XmlNode } from '../xml/read-xml.ts'
import { readQti2Item } from './read-qti2.ts'

/** Reads items of QTI 3 (1EdTech): they say the same as those of QTI 2, by other names. */
export function readQti3(text: string, pictures?: TextPictures): ReadText {
  return readItems(text, {
    names: ['qti-assessment-item'],
    read: (item) => readQti2Item(asQti2(item), pictures),
  })
}

/** `response-identifier` is `responseIdentifier` in QTI 2. */
const inOneWord = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

function asQti2(element: XmlElement): XmlElement {
  const children = element.children.map(
    (child): XmlNode => (typeof child === 'string' ? child : asQti2(child)),
  )
  const [, own] = /^qti-(.+)/.exec(element.name) ?? []
  if (own === undefined) return { ...element, children }
  const attributes = Object.entries(element.attributes).map(([name, value]) => [inOneWord(name), value])
  return {
    ...{ ...element, children, attributes: Object.fromEntries(attributes) },
    // It stands around the text of feedback, and QTI 2 has none.
    name: own === 'content-body' ? 'div' : inOneWord(own),
  }
}
