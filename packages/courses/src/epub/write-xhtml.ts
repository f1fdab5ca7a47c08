import type { MarkdownNode } from '@freeor/content/markdown/markdown-node'

/** XML has no place for most control characters, nor for halves of pairs. */
const plain = (text: string): string =>
  text.toWellFormed().replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')

/** A text in XML. */
export const escapeXml = (text: string): string =>
  plain(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** What is drawn; of anything else only its contents. */
const tags = new Set(
  'h1 h2 h3 h4 h5 h6 p ul ol li strong em del blockquote code pre hr br a img table thead tbody tr th td'.split(
    ' ',
  ),
)
const withoutContents = new Set(['hr', 'br', 'img'])

export type XhtmlMeans = {
  /** A picture inside of the book; undefined where it is not in it. */
  picture(src: string): string | undefined
  /** Where pages of this site are. */
  readonly siteUrl: string
  /** By how much headings are lowered: the lesson's title is above them. */
  readonly lowered?: number
}

/** The whole address of a link; undefined for one that leads nowhere outside of the site, as an anchor. */
function addressOf(href: string, siteUrl: string): string | undefined {
  if (href.startsWith('#')) return undefined
  try {
    const { protocol, href: whole } = new URL(href, siteUrl)
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? whole : undefined
  } catch {
    return undefined
  }
}

function writeElement([tag, attributes, children]: Exclude<MarkdownNode, string>, means: XhtmlMeans): string {
  const inside = writeXhtml(children, means)
  if (!tags.has(tag)) return inside
  if (tag === 'img') {
    const src = means.picture(attributes.src ?? '')
    const alt = escapeXml(attributes.alt ?? '')
    return src === undefined ? `<span>[${alt}]</span>` : `<img src="${escapeXml(src)}" alt="${alt}"/>`
  }
  if (tag === 'a') {
    const href = addressOf(attributes.href ?? '', means.siteUrl)
    return href === undefined ? `<span>${inside}</span>` : `<a href="${escapeXml(href)}">${inside}</a>`
  }
  if (withoutContents.has(tag)) return `<${tag}/>`
  const heading = /^h([1-6])$/.exec(tag)
  const name = heading ? `h${Math.min(6, Number(heading[1]) + (means.lowered ?? 0))}` : tag
  return `<${name}>${inside}</${name}>`
}

/** Markdown that was read as XHTML, as books have it. */
export const writeXhtml = (nodes: readonly MarkdownNode[], means: XhtmlMeans): string =>
  nodes.map((node) => (typeof node === 'string' ? escapeXml(node) : writeElement(node, means))).join('')
