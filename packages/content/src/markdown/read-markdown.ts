import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import './quick-edits.ts'
import { boundedLabels } from './bounded-labels.ts'
import { boundedMarks } from './bounded-marks.ts'
import { isTangled } from './is-tangled.ts'
import { breaksOfHtml, findLeftOut } from './left-out-html.ts'
import type { MarkdownNode } from './markdown-node.ts'

// The ids of footnotes have their prefix from `remark-rehype`; a second one would part them from their links.
const schema = { ...defaultSchema, clobberPrefix: '' }
const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(boundedMarks)
  .use(boundedLabels)
  .use(breaksOfHtml)
  .use(remarkRehype)
  .use(rehypeSanitize, schema)

type Node = {
  readonly type: string
  readonly value?: string
  readonly tagName?: string
  readonly properties?: Readonly<Record<string, unknown>>
  readonly children?: readonly Node[]
}

/** Attributes that are kept; all others are of no use to a text. */
const kept = ['href', 'src', 'alt', 'title', 'id', 'start', 'align'] as const

/** In these the line ends between the parts are no text. */
const ofParts = new Set(['ul', 'ol', 'blockquote', 'table', 'thead', 'tbody', 'tr', 'section'])
const withoutLineEnds = (nodes: readonly Node[]) => nodes.filter(({ value }) => value !== '\n')

/** Has a host of its own: `https://…` and `//…`. */
const isElsewhere = (address: unknown): address is string =>
  typeof address === 'string' && /^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(address)

/**
 * Pictures are uploads. One of another site is a link to it: nobody's browser asks a stranger because somebody reads, and
 * no reader sees a broken picture, which the pages' policy would make of it.
 */
function linkInstead({ src, alt }: Readonly<Record<string, unknown>>, isInLink: boolean): MarkdownNode[] {
  const text = typeof alt === 'string' && alt.trim() !== '' ? alt : String(src)
  return [isInLink ? text : ['a', { href: String(src) }, [text]]]
}

function toNode(
  { type, value, tagName, properties = {}, children = [] }: Node,
  isInLink = false,
): MarkdownNode[] {
  if (type === 'text') return [value ?? '']
  if (type !== 'element' || tagName === undefined) return []
  // The box of a task says all that it can say as a sign; as a box it would have no name.
  if (tagName === 'input') return [properties.checked ? '☑' : '☐']
  if (tagName === 'img' && isElsewhere(properties.src)) return linkInstead(properties, isInLink)
  const attributes = Object.fromEntries(
    kept.flatMap((name) => {
      const written = properties[name]
      return typeof written === 'string' || typeof written === 'number' ? [[name, String(written)]] : []
    }),
  )
  const inside = ofParts.has(tagName) ? withoutLineEnds(children) : children
  const parts = inside.flatMap((child) => toNode(child, isInLink || tagName === 'a'))
  return [[tagName, attributes, parts]]
}

const asWritten = (text: string): MarkdownWithLeftOut => ({ nodes: [['pre', {}, [text]]], leftOut: [] })

/**
 * Markdown as a tree that a page draws (`MarkdownText`): the same tree on the server and in the preview of an author. HTML
 * inside the text is left out, and so is whatever `rehype-sanitize` does not let through. What is nested deeper than can
 * be read is shown as it is written.
 */
export const readMarkdown = (text: string): readonly MarkdownNode[] => readWithLeftOut(text).nodes

export type MarkdownWithLeftOut = {
  readonly nodes: readonly MarkdownNode[]
  /** The tags of the HTML that is left out, each once. */
  readonly leftOut: readonly string[]
}

/** The same for the author of the text, who is told what is left out of it. */
export function readWithLeftOut(text: string): MarkdownWithLeftOut {
  if (isTangled(text)) return asWritten(text)
  try {
    const parsed = processor.parse(text)
    const tree = processor.runSync(parsed) as Node
    // Breaks of HTML are none of it any more.
    return {
      nodes: withoutLineEnds(tree.children ?? []).flatMap((child) => toNode(child)),
      leftOut: findLeftOut(parsed as Parameters<typeof findLeftOut>[0]),
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return asWritten(text)
  }
}
