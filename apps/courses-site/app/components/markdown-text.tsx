import { createElement, type ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './markdown.module.css'
import type { MarkdownNode } from './markdown-node.ts'

/** What is drawn; of anything else only its contents. */
const tags = new Set(
  'h1 h2 h3 h4 h5 h6 p ul ol li strong em del sup blockquote code pre hr br a img table thead tbody tr th td'.split(
    ' ',
  ),
)
const withoutContents = new Set(['hr', 'br', 'img'])

/** Where a text stands: it is the page, a part of one, or the label of something, which holds no paragraphs. */
export type Place = 'page' | 'part' | 'label'

/** In a part of a page the headings of the text stand below those of the page. */
const drawnAs: Readonly<Record<Place, Readonly<Record<string, string>>>> = {
  page: {},
  part: { h1: 'h2', h2: 'h3', h3: 'h4' },
  label: { p: 'span', h1: 'span', h2: 'span', h3: 'span', h4: 'span' },
}

/** A page of this site; not a file or a call of it, which the router does not know. */
const isPage = (href: string | undefined) => href !== undefined && /^\/(?!\/|api\/)[^.]*$/.test(href)

function draw(node: MarkdownNode, key: number, place: Place): ReactNode {
  if (typeof node === 'string') return node
  const [tag, { align, ...attributes }, children] = node
  const inside = children.map((child, at) => draw(child, at, place))
  if (!tags.has(tag)) return inside
  if (tag === 'a' && isPage(attributes.href))
    return (
      <Link key={key} to={attributes.href ?? ''}>
        {inside}
      </Link>
    )
  const as = drawnAs[place][tag] ?? tag
  const given = {
    key,
    ...attributes,
    ...(align && { style: { textAlign: align } }),
    ...(as === 'span' && { className: classes.line }),
    ...(tag === 'img' && place !== 'page' && { loading: 'lazy', className: classes.image }),
  }
  return withoutContents.has(tag) ? createElement(as, given) : createElement(as, given, ...inside)
}

type MarkdownTextProps = { nodes: readonly MarkdownNode[]; place?: Place }

/** A text that `readMarkdown` has read. */
export function MarkdownText({ nodes, place = 'page' }: MarkdownTextProps) {
  const drawn = nodes.map((node, at) => draw(node, at, place))
  return place === 'part' ? <div className={classes.text}>{drawn}</div> : drawn
}
