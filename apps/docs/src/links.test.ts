import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { createMarkdownRenderer } from 'vitepress'
import { expect, test } from 'vitest'
import {
  fenceIndentedCode,
  inlinePlots,
  isOfRepository,
  makeTablesAccessible,
  nameFilesOfRepository,
} from '../.vitepress/markdown-rules.ts'

const docs = resolve(import.meta.dirname, '..', '..', '..', 'docs')
const names = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
const sources = new Map(names.map((name) => [name, readFileSync(join(docs, name), 'utf8')]))

const linksOf = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href ?? '').filter((href) => href !== '')

/** The pages as the generator renders them: the ids of their headings, and where their links lead. */
async function renderAll() {
  const plain = await createMarkdownRenderer(docs, {}, '/docs/')
  const pages = new Map<string, { ids: Set<string>; links: string[] }>()
  for (const [name, source] of sources) {
    const html = plain.render(source, { path: join(docs, name), relativePath: name, cleanUrls: true })
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? ''))
    pages.set(name, { ids, links: linksOf(html) })
  }
  return pages
}

test('every link inside the documents leads to a page and a heading that exist', async () => {
  const pages = await renderAll()
  const broken: string[] = []
  let checked = 0
  for (const [name, { links }] of pages)
    for (const link of links) {
      if (/^[a-z]+:/.test(link) || link.startsWith('/api/')) continue
      checked += 1
      const [path = '', id] = decodeURI(link).split('#')
      const from = path.startsWith('/docs/') ? path.slice('/docs/'.length) : join(dirname(name), path)
      const target = path === '' ? name : `${normalize(from)}.md`.replace(/(?:\.html|\/)?\.md$/, '.md')
      const page =
        pages.get(target) ?? (sources.has(normalize(from)) ? pages.get(normalize(from)) : undefined)
      const beside = join(docs, dirname(name), path)
      const isFile = isOfRepository(path) && [beside, `${beside}.md`].some((file) => existsSync(file))
      if (!page && !isFile) broken.push(`${name}: ${link}`)
      if (page && id !== undefined && !page.ids.has(id)) broken.push(`${name}: ${link}`)
    }
  expect(broken).toEqual([])
  expect(checked).toBeGreaterThan(names.length)
})

test('a link to a file of the repository is only named on the site, and tables can be scrolled by key', async () => {
  const markdown = await createMarkdownRenderer(docs, {}, '/docs/')
  nameFilesOfRepository(markdown)
  makeTablesAccessible(markdown)
  fenceIndentedCode(markdown)
  const html = markdown.render(
    'See [README](../README.md) and [limits](limits.md).\n\n| | a |\n|---|---|\n| b | c |\n',
    {
      path: join(docs, 'x.md'),
      relativePath: 'x.md',
      cleanUrls: true,
    },
  )
  expect(html).toContain('<em>README</em>')
  expect(html).toContain('href="./limits')
  expect(html).toContain('<table tabindex="0">')
  expect(html).toMatch(/<td><\/td>\s*<th>a<\/th>/)
  const code = markdown.render('A text:\n\n    npm start\n', {
    path: join(docs, 'x.md'),
    relativePath: 'x.md',
    cleanUrls: true,
  })
  expect(code).toContain('class="language-text')
})

test('a plot stands in the page itself, without the style that would set its colours alone', async () => {
  const markdown = await createMarkdownRenderer(docs, {}, '/docs/')
  inlinePlots(markdown)
  const env = { path: join(docs, 'plots.md'), relativePath: 'plots.md', cleanUrls: true }
  const html = markdown.render(sources.get('plots.md') ?? '', env)
  const plots = readdirSync(join(docs, 'images', 'plots'))
  expect(plots.length).toBeGreaterThan(2)
  expect(html.match(/<svg /g)).toHaveLength(plots.length)
  expect(html).not.toMatch(/<img |<style>/)
})
