import { AppError } from '@freeor/kernel/errors'
import { applyStyles } from './apply-svg-styles.ts'
import { mostSvgBytes, mostSvgDepth, mostSvgParts } from './limits.ts'

const refused = (message: string) => new AppError('invalid_request', message)

/** Loaded with the first SVG: it is large, and most installations never see one. */
let purifier: Promise<(text: string) => string> | undefined

async function loadPurifier(): Promise<(text: string) => string> {
  const [{ JSDOM }, { default: createPurify }] = await Promise.all([import('jsdom'), import('dompurify')])
  const { window } = new JSDOM('')
  const parser = new window.DOMParser()
  const serializer = new window.XMLSerializer()
  const purify = createPurify(window)
  // Whatever names something outside of the drawing: it would be asked for when the picture is opened.
  purify.addHook('uponSanitizeAttribute', (_, attribute) => {
    const { attrName, attrValue } = attribute
    const leadsOut = /^(?:xlink:)?href$/.test(attrName) && !attrValue.startsWith('#')
    if (leadsOut || /url\(\s*['"]?(?!#)|expression|@import/i.test(attrValue)) attribute.keepAttr = false
  })
  const withoutStyles = (text: string): string => {
    const document = parser.parseFromString(text, 'image/svg+xml')
    return applyStyles(document) ? serializer.serializeToString(document) : text
  }
  return (text) =>
    purify.sanitize(/<(?:svg:)?style[\s>]/i.test(text) ? withoutStyles(text) : text, {
      USE_PROFILES: { svg: true, svgFilters: true },
      FORBID_TAGS: ['style', 'script', 'foreignObject', 'image', 'a', 'animate', 'set', 'animateTransform'],
      NAMESPACE: 'http://www.w3.org/2000/svg',
      PARSER_MEDIA_TYPE: 'application/xhtml+xml',
      ALLOW_DATA_ATTR: false,
    } as const) as unknown as string
}

/** A DOCTYPE that only names the standard, as most drawing programs write it: nothing of it is asked for. */
const plainDoctype = /<!DOCTYPE\s+(?:svg:)?svg(?:\s+(?:PUBLIC|SYSTEM|"[^"<>[]*"|'[^'<>[]*'))*\s*>/i

/** What is no element, or the begin or end of one; `/` at the end stands for both. */
const tags =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<\/|<(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>/g

/** Refuses what would hold up everything else while it is read: too many elements, or too deep inside of each other. */
function requireSimple(text: string): void {
  let depth = 0
  let parts = 0
  for (const [tag] of text.matchAll(tags)) {
    if (tag === '</') depth--
    else parts++
    if (tag !== '</' && !/^<[!?]|\/>$/.test(tag)) depth++
    if (depth > mostSvgDepth) throw refused('That SVG has too many groups inside of each other.')
    if (parts > mostSvgParts)
      throw refused(
        `An SVG may have ${mostSvgParts.toLocaleString('en-US')} shapes at most. Please simplify it, or save it as PNG.`,
      )
  }
}

/**
 * An SVG without anything that runs or loads. A DTD with contents is refused unread: entities could make a small file a
 * huge one.
 * @throws AppError invalid_request
 */
export async function compileSvg(bytes: Uint8Array): Promise<string> {
  if (bytes.byteLength > mostSvgBytes) throw refused(`An SVG may have ${mostSvgBytes / 1024} KB at most.`)
  const text = new TextDecoder()
    .decode(bytes)
    .replace(/^\ufeff/, '')
    .replace(plainDoctype, '')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw refused('Please export the SVG without a DOCTYPE.')
  requireSimple(text)
  purifier ??= loadPurifier()
  const clean = (await purifier)(text.replace(/^\s*<\?xml[^>]*\?>/, ''))
  if (!/^\s*<svg[\s>]/.test(clean)) throw refused('That SVG could not be read.')
  return clean.includes('xmlns=') ? clean : clean.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
}
