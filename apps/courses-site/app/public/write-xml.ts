const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** No markup, and none of the characters that XML refuses. */
const escape = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no place for them
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(/[&<>"]/g, (sign) => entities[sign] ?? '')

const declaration = '<?xml version="1.0" encoding="utf-8"?>\n'

/** A map of the site for search engines (sitemaps.org). */
export function writeSitemap(siteUrl: string, paths: readonly string[]): string {
  const urls = paths.map((path) => `  <url><loc>${escape(new URL(path, siteUrl).href)}</loc></url>`)
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
  const url = (at: string) => escape(new URL(at, siteUrl).href)
  const newest = entries.map(({ at }) => at).toSorted().at(-1) ?? '1970-01-01T00:00:00.000Z'
  const lines = entries.map((entry) =>
    [
      '  <entry>',
      `    <id>tag:${escape(host)},2026:${escape(entry.id)}</id>`,
      `    <title>${escape(entry.title)}</title>`,
      `    <link href="${url(entry.path)}"/>`,
      `    <published>${entry.at}</published>`,
      `    <updated>${entry.at}</updated>`,
      `    <summary>${escape(entry.summary)}</summary>`,
      '  </entry>',
    ].join('\n'),
  )
  return `${[
    `${declaration}<feed xmlns="http://www.w3.org/2005/Atom">`,
    `  <id>${url(path)}</id>`,
    `  <title>${escape(title)}</title>`,
    `  <link rel="self" href="${url(path)}"/>`,
    `  <link href="${url('/')}"/>`,
    `  <author><name>${escape(title)}</name></author>`,
    `  <updated>${newest}</updated>`,
    ...lines,
    '</feed>',
  ].join('\n')}\n`
}
