import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { MarkdownText } from './markdown-text.tsx'
import { readMarkdown } from './read-markdown.server.ts'

const htmlOf = (text: string): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <MarkdownText nodes={readMarkdown(text)} />
    </MemoryRouter>,
  )

test('headings, lists, emphasis and tables are drawn', () => {
  const html = htmlOf('## Why\n\nBecause **it** is _so_.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |')
  for (const part of ['<h2>Why</h2>', '<strong>it</strong>', '<em>so</em>', '<li>one</li>', '<td>2</td>'])
    expect(html).toContain(part)
})

test('a link to a page of this site stays in the site, one to another site is a plain link', () => {
  expect(htmlOf('[ours](/privacy)')).toContain('href="/privacy"')
  expect(htmlOf('[theirs](https://example.org/)')).toContain('href="https://example.org/"')
})

test('markup and addresses that run code are not drawn', () => {
  const html = htmlOf(
    '<script>alert(1)</script><img src=x onerror=alert(1)>\n\n[a](javascript:alert(1)) ![b](javascript:alert(1))',
  )
  expect(html).not.toMatch(/script|onerror|alert/)
})
