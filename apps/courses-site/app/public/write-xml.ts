const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Without markup, and without the characters that XML refuses. */
const plainText = (text: string) =>
  text
    .replace(/[^\P{Cc}\t\n\r]|\p{Noncharacter_Code_Point}/gu, '')
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? '')

const declaration = '<?xml version="1.0" encoding="utf-8"?>\n'

/** A map of the site for search engines (sitemaps.org). */
export function writeSitemap(siteUrl: string, paths: readonly string[]): string {
  const urls = paths.map((path) => `  <url><loc>${plainText(new URL(path, siteUrl).href)}</loc></url>`)
  return `${declaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

export type FeedEntry = {
  readonly id: string
  readonly path: string
  readonly title: string
  readonly summary: string
  /** ISO 8601. */
  readonly at: string
}

export type Feed = {
  readonly siteUrl: string
  readonly path: string
  readonly title: string
  readonly entries: readonly FeedEntry[]
}

/** An Atom feed (RFC 4287). `updated` is that of the newest entry, so the same entries give the same bytes. */
export function writeFeed({ siteUrl, path, title, entries }: Feed): string {
  const { host } = new URL(siteUrl)
  const url = (at: string) => plainText(new URL(at, siteUrl).href)
  const newest =
    entries
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? '1970-01-01T00:00:00.000Z'
  const lines = entries.map((entry) =>
    [
      '  <entry>',
      `    <id>tag:${plainText(host)},2026:${plainText(entry.id)}</id>`,
      `    <title>${plainText(entry.title)}</title>`,
      `    <link href="${url(entry.path)}"/>`,
      `    <published>${entry.at}</published>`,
      `    <updated>${entry.at}</updated>`,
      `    <summary>${plainText(entry.summary)}</summary>`,
      '  </entry>',
    ].join('\n'),
  )
  return `${[
    `${declaration}<feed xmlns="http://www.w3.org/2005/Atom">`,
    `  <id>${url(path)}</id>`,
    `  <title>${plainText(title)}</title>`,
    `  <link rel="self" href="${url(path)}"/>`,
    `  <link href="${url('/')}"/>`,
    `  <author><name>${plainText(title)}</name></author>`,
    `  <updated>${newest}</updated>`,
    ...lines,
    '</feed>',
  ].join('\n')}\n`
}
