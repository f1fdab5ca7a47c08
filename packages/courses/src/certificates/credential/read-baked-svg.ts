const namespace = 'https://purl.imsglobal.org/ob/v3p0'

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** A text of XML without its entities. */
const plain = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)
  return found ? plain(found[1] ?? found[2] ?? '') : undefined
}

/** What the namespace is called in this file, by the rule that `openbadges` is. A program may name it otherwise. */
function prefixesOf(svg: string): Set<string> {
  const declared = svg.matchAll(/\sxmlns:([\w.-]+)\s*=\s*["']([^"']*)["']/g)
  return new Set([
    'openbadges',
    ...[...declared].flatMap(([, prefix = '', url = '']) => (url.trim() === namespace ? [prefix] : [])),
  ])
}

/** The text of an element: what stands in it, plainly or as data, without comments. */
function contentOf(svg: string, from: number): string {
  let text = ''
  for (let at = from; at < svg.length; ) {
    const next = svg.indexOf('<', at)
    if (next < 0) return ''
    text += plain(svg.slice(at, next))
    const [open, close] = svg.startsWith('<![CDATA[', next) ? ['<![CDATA[', ']]>'] : ['<!--', '-->']
    // Any other tag ends it.
    if (!svg.startsWith(open, next)) return text
    const end = svg.indexOf(close, next + open.length)
    if (end < 0) return ''
    if (close === ']]>') text += svg.slice(next + open.length, end)
    at = end + close.length
  }
  return ''
}

/**
 * The text that is baked into an SVG: a JWT in an attribute, or what an element holds; undefined where there is none.
 * Programs that write a picture anew name the namespace, quote and escape as they like.
 * Source: Open Badges 3.0, section 5.3.2.
 */
export function readBakedSvg(svg: string): string | undefined {
  const prefixes = prefixesOf(svg)
  // A tag ends before the next one begins: a file of tags without an end is looked through once.
  const tags = /<(?:([\w.-]+):)?credential(?=[\s/>])([^<>]*)>/g
  for (const { index, 0: whole, 1: prefix, 2: tag = '' } of svg.matchAll(tags)) {
    const isOurs = prefix === undefined ? attribute(tag, 'xmlns') === namespace : prefixes.has(prefix)
    if (!isOurs) continue
    const jwt = attribute(tag, 'verify')
    if (jwt) return jwt
    return tag.endsWith('/') ? undefined : contentOf(svg, index + whole.length)
  }
  return undefined
}
