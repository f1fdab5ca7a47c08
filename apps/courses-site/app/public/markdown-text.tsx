import { createElement, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { MarkdownNode } from './markdown-node.ts'

/** What is drawn; of anything else only its contents. */
const tags = new Set(
  'h1 h2 h3 h4 h5 h6 p ul ol li strong em del blockquote code pre hr br a img table thead tbody tr th td'.split(
    ' ',
  ),
)
const withoutContents = new Set(['hr', 'br', 'img'])

function draw(node: MarkdownNode, key: number): ReactNode {
  if (typeof node === 'string') return node
  const [tag, attributes, children] = node
  const inside = children.map(draw)
  if (!tags.has(tag)) return inside
  if (tag === 'a' && attributes.href?.startsWith('/'))
    return (
      <Link key={key} to={attributes.href}>
        {inside}
      </Link>
    )
  if (withoutContents.has(tag)) return createElement(tag, { key, ...attributes })
  return createElement(tag, { key, ...attributes }, ...inside)
}

/** A text that `readMarkdown` has read. */
export function MarkdownText({ nodes }: { nodes: readonly MarkdownNode[] }) {
  return <>{nodes.map(draw)}</>
}
