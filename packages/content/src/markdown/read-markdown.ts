import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import type { MarkdownNode } from './markdown-node.ts'

// The ids of footnotes have their prefix from `remark-rehype`; a second one would part them from their links.
const schema = { ...defaultSchema, clobberPrefix: '' }
const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).use(rehypeSanitize, schema)

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

function toNode({ type, value, tagName, properties = {}, children = [] }: Node): MarkdownNode[] {
  if (type === 'text') return [value ?? '']
  if (type !== 'element' || tagName === undefined) return []
  // The box of a task says all that it can say as a sign; as a box it would have no name.
  if (tagName === 'input') return [properties.checked ? '☑' : '☐']
  const attributes = Object.fromEntries(
    kept.flatMap((name) => {
      const written = properties[name]
      return typeof written === 'string' || typeof written === 'number' ? [[name, String(written)]] : []
    }),
  )
  const inside = ofParts.has(tagName) ? withoutLineEnds(children) : children
  return [[tagName, attributes, inside.flatMap(toNode)]]
}

/**
 * Markdown as a tree that a page draws (`MarkdownText`): the same tree on the server and in the preview of an author. HTML
 * inside the text is left out, and so is whatever `rehype-sanitize` does not let through.
 */
export function readMarkdown(text: string): readonly MarkdownNode[] {
  const tree = processor.runSync(processor.parse(text)) as Node
  return withoutLineEnds(tree.children ?? []).flatMap(toNode)
}
