import { readMarkdown, readWithLeftOut } from '@freeor/content/markdown/read-markdown'
import { MarkdownText } from '@freeor/site-frame/documents/markdown-text'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { MarkdownLabel, MarkdownPart } from './markdown-part.tsx'
import { MarkdownPreview } from './markdown-preview.tsx'

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

test('a break of HTML is one, in a cell of a table too, and what else is HTML is named for its author', () => {
  expect(htmlOf('one<br>two<BR/>three')).toBe('<p>one<br/>\ntwo<br/>\nthree</p>')
  expect(htmlOf('| a |\n|---|\n| 1<br />2 |')).toContain('<td>1<br/>\n2</td>')
  expect(htmlOf('one\n\n<br>\n\ntwo')).toBe('<p>one</p><p>two</p>')
  expect(readWithLeftOut('one<br>two\n\n<br>\n\n<!-- a note -->\n\n`<b>` \\<i>').leftOut).toEqual([])
  expect(readWithLeftOut('<div>\n<P class="a">x</P>\n</div>\n\nH<sub>2</sub>O\n\n- <div>y').leftOut).toEqual([
    '<div>',
    '<p>',
    '<sub>',
  ])
  expect(readWithLeftOut('<!-- a note --> words behind it').leftOut).toEqual(['<!-- -->'])
})

test('the preview says which HTML is left out, and nothing where there is none', () => {
  const preview = (text: string) => renderToStaticMarkup(<MarkdownPreview text={text} />)
  expect(preview('<details>more</details>')).toContain('HTML is left out: &lt;details&gt;. Please write it')
  expect(preview('**more**')).not.toContain('left out')
})

test('a picture of another site is a link to it, and its words alone inside of a link', () => {
  expect(htmlOf('![A map](https://example.org/map.png)')).toBe(
    '<p><a href="https://example.org/map.png">A map</a></p>',
  )
  expect(htmlOf('![](//example.org/map.png)')).toBe(
    '<p><a href="//example.org/map.png">//example.org/map.png</a></p>',
  )
  expect(htmlOf('[![A map](https://example.org/map.png)](https://example.org/)')).toBe(
    '<p><a href="https://example.org/">A map</a></p>',
  )
  expect(htmlOf('![Ours](/api/lesson-images/cmp_1/a.png)')).toContain(
    '<img src="/api/lesson-images/cmp_1/a.png"',
  )
})

test('in a part of a page headings stand below those of the page, and a label holds no paragraph', () => {
  const nodes = readMarkdown('# One\n\n## Two\n\nText with a ![picture](/p.png)')
  const part = renderToStaticMarkup(<MarkdownPart nodes={nodes} />)
  expect(part).toMatch(/<h2>One<\/h2><h3>Two<\/h3><p>Text with a <img [^>]*loading="lazy"/)
  expect(renderToStaticMarkup(<MarkdownLabel nodes={nodes} />)).not.toMatch(/<(p|h\d)\b/)
})

test('code and tables, which scroll in a part of a page, are reached by the keyboard; in a label code has lines', () => {
  const nodes = readMarkdown('```\na long line of code\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |')
  const part = renderToStaticMarkup(<MarkdownPart nodes={nodes} />)
  expect(part).toMatch(/<pre tabindex="0"><code>a long line of code\n<\/code><\/pre><table tabindex="0">/)
  expect(renderToStaticMarkup(<MarkdownLabel nodes={nodes} />)).not.toMatch(/<pre|tabindex/)
})

test('tasks, footnotes, the columns of tables and the first number of a list stay', () => {
  const html = htmlOf(
    '- [x] done\n- [ ] open\n\n7. seven\n\n| a |\n|--:|\n| 1 |\n\nTrue.[^1]\n\n[^1]: A source.',
  )
  expect(html).toContain('☑ done')
  expect(html).toContain('☐ open')
  expect(html).toContain('<ol start="7">')
  expect(html).toContain('<td style="text-align:right">1</td>')
  const [, id = ''] = /href="#(user-content-fn-[^"]+)"/.exec(html) ?? []
  expect(html).toContain(`<li id="${id}"`)
})

test('a file of this site is left to the browser, which the router would not find', () => {
  expect(htmlOf('[the picture](/api/lessons/les_1/images/one)')).toBe(
    '<p><a href="/api/lessons/les_1/images/one">the picture</a></p>',
  )
})

test('very many marks, or nesting without end, hold nobody up: such a text is shown as it is written', () => {
  const started = process.cpuUsage()
  for (const piece of ['*a_', '~~a', '**a', '_a*b'])
    expect(readMarkdown(piece.repeat(30_000)).length).toBeGreaterThan(0)
  expect(process.cpuUsage(started).user).toBeLessThan(15_000_000)
  expect(htmlOf(`${'*a* '.repeat(400)}~~b~~`)).toMatch(/<em>a<\/em> <del>b<\/del>/)
  expect(htmlOf(`${'*a '.repeat(3_000)}\n\n*b*`)).toMatch(/\*a \*a.*<em>b<\/em>/)
  expect(htmlOf(`${'> '.repeat(5_000)}deep`)).toContain('deep')
})

test('brackets, headings, quotes and lists without end hold nobody up either', () => {
  const started = process.cpuUsage()
  for (const piece of [
    ']',
    '[a][b]',
    '![^a]',
    '[![a](b)](c)',
    'a\n=\n',
    '> a\n\n',
    '- a\n* b\n',
    '> a\nb\n',
    '>',
  ])
    expect(readMarkdown(piece.repeat(60_000 / piece.length)).length).toBeGreaterThan(0)
  expect(process.cpuUsage(started).user).toBeLessThan(20_000_000)
  expect(htmlOf(`${'[a](b) '.repeat(200)}![c](https://d.example/e)`)).toMatch(
    /<a href="b">a<\/a> <a href="https:\/\/d.example\/e">c/,
  )
  expect(htmlOf('A\n=\n\n> b\nc\n\n- d\n\n1. e\n\n   f\n\n[^g]\n\n[^g]: h\n')).toMatch(
    /<h1>A<\/h1>.*<p>b\sc<\/p>.*<li>d<\/li>.*<p>e<\/p>.*<p>f<\/p>.*footnote/s,
  )
  expect(htmlOf('- one\nof it\n'.repeat(1_000))).toMatch(/<li>one\sof it<\/li>/)
})
