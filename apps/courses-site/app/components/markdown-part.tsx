import type { MarkdownNode } from '@freeor/content/markdown/markdown-node'
import { type Drawing, MarkdownText } from '@freeor/site-frame/documents/markdown-text'
import classes from './markdown.module.css'

const img = { loading: 'lazy', className: classes.image }
const line = { className: classes.line }
/** Long lines of code, and wide tables, scroll: so the keyboard reaches them. */
const scrolls = { tabIndex: 0 }

/** Headings in a text stand below those of its page. */
const asPart: Drawing = {
  as: { h1: 'h2', h2: 'h3', h3: 'h4' },
  attributes: { img, pre: scrolls, table: scrolls },
}

/** A label may hold no paragraphs and no headings. */
const asLabel: Drawing = {
  as: { p: 'span', h1: 'span', h2: 'span', h3: 'span', h4: 'span', pre: 'span' },
  attributes: { img, pre: { className: classes.code }, p: line, h1: line, h2: line, h3: line, h4: line },
}

type MarkdownPartProps = { nodes: readonly MarkdownNode[] }

/** A text as a part of a page. */
export const MarkdownPart = ({ nodes }: MarkdownPartProps) => (
  <div className={classes.text}>
    <MarkdownText nodes={nodes} drawing={asPart} />
  </div>
)

/** A text as the label of something. */
export const MarkdownLabel = ({ nodes }: MarkdownPartProps) => (
  <MarkdownText nodes={nodes} drawing={asLabel} />
)
