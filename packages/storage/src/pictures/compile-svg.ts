import { AppError } from '@freeor/kernel/errors'
import { cleanInThread } from './clean-in-thread.ts'
import { mostSvgBytes, mostSvgDepth, mostSvgParts } from './limits.ts'

const refused = (message: string) => new AppError('invalid_request', message)

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
  const clean = await cleanInThread(text.replace(/^\s*<\?xml[^>]*\?>/, ''))
  if (!/^\s*<svg[\s>]/.test(clean)) throw refused('That SVG could not be read.')
  return clean.includes('xmlns=') ? clean : clean.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
}
