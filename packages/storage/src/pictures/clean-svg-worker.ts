import { answerMessages } from '@freeor/kernel/worker-thread'
import createPurify from 'dompurify'
import { JSDOM } from 'jsdom'
import { applyStyles } from './apply-svg-styles.ts'
import type { CleanSvgMessages } from './clean-in-thread.ts'

/**
 * Entry of the thread that cleans SVG: up to 0.2 s of computing for a drawing, and as long to load what does it, which no
 * request should wait behind.
 */

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
const clean = (text: string): string =>
  purify.sanitize(/<(?:svg:)?style[\s>]/i.test(text) ? withoutStyles(text) : text, {
    USE_PROFILES: { svg: true, svgFilters: true },
    FORBID_TAGS: ['style', 'script', 'foreignObject', 'image', 'a', 'animate', 'set', 'animateTransform'],
    NAMESPACE: 'http://www.w3.org/2000/svg',
    PARSER_MEDIA_TYPE: 'application/xhtml+xml',
    ALLOW_DATA_ATTR: false,
  } as const) as unknown as string

answerMessages<CleanSvgMessages>({ handle: ({ text }) => clean(text) })
