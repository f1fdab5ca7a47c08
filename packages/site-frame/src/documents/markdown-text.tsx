import type { MarkdownNode } from '@freeor/content/markdown/markdown-node'
import { createElement, type ReactNode } from 'react'
import { Link } from 'react-router'

/** What is drawn; of anything else only its contents. */
const tags = new Set(
  'h1 h2 h3 h4 h5 h6 p ul ol li strong em del sup blockquote code pre hr br a img table thead tbody tr th td'.split(
    ' ',
  ),
)
const withoutContents = new Set(['hr', 'br', 'img'])

/** How a text is drawn where it is not the page itself. */
export type Drawing = {
  /** Tags that stand in the place of others. */
  readonly as: Readonly<Record<string, string>>
  /** More attributes, by the tag of the text. */
  readonly attributes: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const asWritten: Drawing = { as: {}, attributes: {} }

/** A page of this site; not a file or a call of it, which the router does not know. */
const isPage = (href: string | undefined) => href !== undefined && /^\/(?!\/|api\/)[^.]*$/.test(href)

function draw(node: MarkdownNode, key: number, drawing: Drawing): ReactNode {
  if (typeof node === 'string') return node
  const [tag, { align, ...attributes }, children] = node
  const inside = children.map((child, at) => draw(child, at, drawing))
  if (!tags.has(tag)) return inside
  if (tag === 'a' && isPage(attributes.href))
    return (
      <Link key={key} to={attributes.href ?? ''}>
        {inside}
      </Link>
    )
  const style = align ? { style: { textAlign: align } } : {}
  const given = { key, ...attributes, ...style, ...drawing.attributes[tag] }
  const as = drawing.as[tag] ?? tag
  return withoutContents.has(tag) ? createElement(as, given) : createElement(as, given, ...inside)
}

type MarkdownTextProps = { nodes: readonly MarkdownNode[]; drawing?: Drawing }

/** A text that `readMarkdown` has read. */
export function MarkdownText({ nodes, drawing = asWritten }: MarkdownTextProps) {
  return nodes.map((node, at) => draw(node, at, drawing))
}
