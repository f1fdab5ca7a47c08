/** What mail programs would make of a mail; `error` where some would not show it as meant. */
export type MailWarning = { readonly severity: 'error' | 'warning'; readonly text: string }

/** Gmail cuts a longer mail off and shows "[Message clipped]". */
export const clippedBytes = 102 * 1024

type Rule = MailWarning & { readonly isBroken: (html: string) => boolean }

const has =
  (pattern: RegExp) =>
  (html: string): boolean =>
    pattern.test(html)

const imagesOf = (html: string): string[] => html.match(/<img\b[^>]*>/gi) ?? []
/** What no program shows as it is meant, whatever its version. `checkSupport` knows the programs one by one. */
const rules: readonly Rule[] = [
  {
    severity: 'error',
    text: 'Longer than 102 KB: Gmail cuts the end off, with the link that stops these mails.',
    isBroken: (html) => Buffer.byteLength(html) > clippedBytes,
  },
  {
    severity: 'error',
    text: 'A picture has no alternative text (alt): where pictures are off, nothing stands in its place.',
    isBroken: (html) => imagesOf(html).some((image) => !/\balt\s*=/i.test(image)),
  },
  {
    severity: 'error',
    text: 'Scripts are taken out: no mail program runs them.',
    isBroken: has(/<script\b|\son\w+\s*=|javascript:/i),
  },
  {
    severity: 'error',
    text: 'Forms, frames, videos and embedded documents are taken out: mail programs drop them.',
    isBroken: has(/<(?:form|input|button|textarea|select|iframe|object|embed|video|audio)\b/i),
  },
  {
    severity: 'error',
    text: 'A picture stands in the mail itself (data:) and is taken out: Gmail and Outlook do not show it. Link to it instead.',
    isBroken: has(/\bsrc\s*=\s*["']?\s*data:/i),
  },
  {
    severity: 'warning',
    text: 'SVG is dropped by Gmail and Outlook: use a PNG.',
    isBroken: has(/<svg\b|\.svg\b/i),
  },
  {
    severity: 'warning',
    text: 'A picture without a width may fill the window in Outlook.',
    isBroken: (html) => imagesOf(html).some((image) => !/\bwidth\b/i.test(image)),
  },
  {
    severity: 'warning',
    text: 'Pictures over http are blocked by many programs: use https.',
    isBroken: has(/<img\b[^>]*src\s*=\s*["']?http:/i),
  },
]

/** What is to be mended in the markup of a mail before it is cleaned, the errors first. */
export function checkMailHtml(html: string): MailWarning[] {
  return rules.flatMap(({ isBroken, ...warning }) => (isBroken(html) ? [warning] : []))
}
