import { expect, test } from 'vitest'
import { type FeedEntry, writeFeed, writeSitemap } from './write-xml.ts'

const entry: FeedEntry = {
  id: 'les_1',
  path: '/course/crs_1/lesson/one',
  title: 'Law & <Order>',
  summary: 'A "short"\u0000 one',
  at: '2026-03-02T12:00:00.000Z',
}
const feed = (entries: readonly FeedEntry[]) =>
  writeFeed({ siteUrl: 'https://courses.example.org', path: '/feed.xml', title: 'Courses', entries })

test('titles and descriptions are texts, whatever is in them', () => {
  const xml = feed([entry])
  expect(xml).toContain('<title>Law &amp; &lt;Order&gt;</title>')
  expect(xml).toContain('<summary>A &quot;short&quot; one</summary>')
})

test('addresses are absolute, ids do not change with them, and the newest entry dates the feed', () => {
  const older = { ...entry, id: 'les_0', at: '2025-01-01T00:00:00.000Z' }
  const xml = feed([older, entry])
  expect(xml).toContain('<link href="https://courses.example.org/course/crs_1/lesson/one"/>')
  expect(xml).toContain('<id>tag:courses.example.org,2026:les_1</id>')
  expect(xml).toContain(`</author>\n  <updated>${entry.at}</updated>`)
})

test('a feed without entries is still one', () => {
  expect(feed([])).toContain('<updated>1970-01-01T00:00:00.000Z</updated>')
})

test('a sitemap names each page once, by its whole address', () => {
  const xml = writeSitemap('https://courses.example.org', ['/', '/about'])
  expect(xml.match(/<loc>[^<]+<\/loc>/g)).toEqual([
    '<loc>https://courses.example.org/</loc>',
    '<loc>https://courses.example.org/about</loc>',
  ])
})
