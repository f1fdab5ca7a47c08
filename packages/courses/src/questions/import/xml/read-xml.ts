import { SaxesParser } from 'saxes'
import { Refusal } from '../read-file.ts'

/** An element of an XML file; names are without their prefix. */
export type XmlElement = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlNode[]
  /** Where it begins in the file. */
  readonly at: number
}
export type XmlNode = string | XmlElement

const deepest = 200

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Reads one element of an XML file. Character references and the five names of XML are read; any other entity is refused.
 * @param offset where the text begins in the file
 * @throws Refusal for what is not well formed, deep beyond reason, or has a document type
 */
export function readXmlElement(text: string, offset = 0): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], at: offset }
  const open = [root]
  const parser = new SaxesParser({ fragment: true })
  const addText = (piece: string) => void open.at(-1)?.children.push(piece)
  parser.on('error', (error) => {
    throw new Refusal(
      `It is not well-formed XML: ${error.message.replace(/^\d+:\d+:\s*/, '').replace(/\.?$/, '.')}`,
    )
  })
  parser.on('doctype', () => {
    throw new Refusal('It has a document type (DTD), which is not read.')
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > deepest) throw new Refusal('Its elements are nested too deep.')
    const at = offset + text.lastIndexOf('<', parser.position - 1)
    const plain = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [local(key), value]))
    const element: XmlElement = { name: local(name), attributes: plain, children: [], at }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  parser.write(text).close()
  const element = root.children.find((child) => typeof child !== 'string')
  if (!element) throw new Refusal('It is not well-formed XML.')
  return element
}

export const elementsOf = ({ children }: XmlElement, name?: string): XmlElement[] =>
  children.filter(
    (child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name),
  )

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element && elementsOf(element, name)[0]

/** All elements of a name inside, at any depth, in order. */
export function findAll(element: XmlElement, name: string): XmlElement[] {
  return elementsOf(element).flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...findAll(child, name),
  ])
}

/** The text of an element and of all inside it. */
export const textOf = (node: XmlNode | undefined): string =>
  node === undefined ? '' : typeof node === 'string' ? node : node.children.map(textOf).join('')

const escapeXml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[sign] ?? ''};`)

/** What stands inside an element, as HTML. */
export const htmlOf = ({ children }: XmlElement): string => children.map(nodeToHtml).join('')

function nodeToHtml(node: XmlNode): string {
  if (typeof node === 'string') return escapeXml(node)
  const attributes = Object.entries(node.attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  return `<${node.name}${attributes.join('')}>${htmlOf(node)}</${node.name}>`
}
