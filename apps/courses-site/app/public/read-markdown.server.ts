import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import type { MarkdownNode } from './markdown-node.ts'

const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).use(rehypeSanitize)

type Node = {
  readonly type: string
  readonly value?: string
  readonly tagName?: string
  readonly properties?: Readonly<Record<string, unknown>>
  readonly children?: readonly Node[]
}

/** Attributes that are kept; all others are of no use to a text. */
const kept = ['href', 'src', 'alt', 'title'] as const

function toNode({ type, value, tagName, properties = {}, children = [] }: Node): MarkdownNode[] {
  if (type === 'text') return [value ?? '']
  if (type !== 'element' || tagName === undefined) return []
  const attributes = Object.fromEntries(
    kept.flatMap((name) => {
      const text = properties[name]
      return typeof text === 'string' ? [[name, text]] : []
    }),
  )
  return [[tagName, attributes, children.flatMap(toNode)]]
}

/**
 * Markdown as a tree that a page draws. It is read on the server, so that no public page sends a parser to the browser.
 * HTML inside the text is left out, and so is whatever `rehype-sanitize` does not let through.
 */
export function readMarkdown(text: string): readonly MarkdownNode[] {
  const tree = processor.runSync(processor.parse(text)) as Node
  return (tree.children ?? []).flatMap(toNode)
}
