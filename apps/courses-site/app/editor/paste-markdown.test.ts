import { expect, test } from 'vitest'
import { markdownOf } from './paste-markdown.ts'

test('a text without any mark-up is pasted as it is', () => {
  expect(markdownOf('<p>one</p><p>two</p>')).toBeUndefined()
  expect(
    markdownOf('<div style="white-space: pre"><span style="font-weight: bold">let</span> x</div>'),
  ).toBeUndefined()
})

test('a table stays one, whether or not its first row is a head', () => {
  const rows = '<tr><td>1 | 2</td><td><p>x</p><p>y</p></td></tr><tr><td></td><td colspan="2">z</td></tr>'
  const markdown = '| 1 \\| 2 | x<br>y |\n|  | z |  |'
  expect(
    markdownOf(`<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody>${rows}</tbody></table>`),
  ).toBe(`| A | B |\n| --- | --- |\n${markdown}`)
  expect(markdownOf(`<p>Before</p><table><colgroup><col></colgroup>${rows}</table>`)).toBe(
    'Before\n\n| 1 \\| 2 | x<br>y |\n| --- | --- |\n|  | z |  |',
  )
})

test('a box around a text is no table, and its paragraphs stay', () => {
  expect(
    markdownOf('<table><tbody><tr><td><p>one</p><pre>two\n  three</pre></td></tr></tbody></table>'),
  ).toBe('one\n\n```\ntwo\n  three\n```')
})

test('what a word processor says by styles is bold or italic, and a b that is not bold is nothing', () => {
  expect(
    markdownOf(
      '<b style="font-weight:normal"><p><span style="font-weight:700">Bold </span>and <span style="font-style:italic">so</span></p><p>on</p></b>',
    ),
  ).toBe('**Bold** and *so*\n\non')
  expect(markdownOf('<p><b>x</b> <em>y</em> <del>z</del></p>')).toBe('**x** *y* ~~z~~')
})

test('a program of a notebook is code, and a formula is written as it was typed', () => {
  expect(markdownOf('<pre><span>def</span> f():\n    <span>pass</span>\n</pre>')).toBe(
    '```\ndef f():\n    pass\n```',
  )
  expect(
    markdownOf(
      '<p><b>F</b> <math><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></math><span aria-hidden="true">x2</span></p>',
    ),
  ).toBe('**F** `x^2`')
})

test('a task keeps its box, a player becomes a link, and of a stranger’s picture its words stay', () => {
  expect(markdownOf('<ul><li><input type="checkbox" checked>done</li></ul>')).toMatch(/^- +\[x\] done$/)
  const odd = '<p><iframe title="A [film](https://a.example)" src="https://film.example/(1)"></iframe></p>'
  expect(markdownOf(odd)).toBe('[A \\[film\\](https://a.example)](https://film.example/%281%29)')
  expect(markdownOf('<p><iframe title="A film" src="https://film.example/1"></iframe></p>')).toBe(
    '[A film](https://film.example/1)',
  )
  expect(markdownOf('<p><img src="data:image/png;base64,AAAA" alt="A map"></p>')).toBe('A map')
})

test('a cell that several rows share moves no other cell into a column that is not its own', () => {
  const rows =
    '<tr><th>A</th><th>B</th><th>C</th></tr><tr><td rowspan="2">x</td><td colspan="2" rowspan="2">1</td></tr><tr></tr>' +
    '<tr><td>y</td><td rowspan="2">2</td><td>3</td></tr><tr><td>z</td><td>4</td></tr>'
  expect(
    markdownOf(`<table>${rows}</table>`)
      ?.split('\n')
      .filter((row) => row !== '|'),
  ).toEqual(['| A | B | C |', '| --- | --- | --- |', '| x | 1 |  |', '| y | 2 | 3 |', '| z |  | 4 |'])
  expect(markdownOf('<table><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></table>')).toBe(
    '| a | b |\n| --- | --- |\n|  | c |',
  )
})

test('the title of a table stands above it, and the title of a page nowhere', () => {
  expect(
    markdownOf(
      '<title>Page</title><table><caption>Two <b>kings</b></caption><tr><td>a</td><td>b</td></tr></table>',
    ),
  ).toBe('Two kings\n\n| a | b |\n| --- | --- |')
})

test('what stands above or below the line does not become a number beside it', () => {
  expect(markdownOf('<b>x</b><sup>2</sup>, H<sub>2</sub>O, e<sup>-1</sup>, a<sup>πr</sup>')).toBe(
    '**x**², H₂O, e⁻¹, a^(πr)',
  )
  expect(markdownOf('<p>Text<sup><a href="#n1">1</a></sup></p>')).toBe('Text[1](#n1)')
})

test('lists of Word and of Google Docs stay lists, with their levels', () => {
  const item = (level: number, mark: string, text: string) =>
    `<p class=MsoListParagraph style="text-indent:-.25in;mso-list:l0 level${level} lfo1"><![if !supportLists]><span><span style="mso-list:Ignore">${mark}<span style="font:7.0pt">&nbsp;&nbsp; </span></span></span><![endif]><b>${text}</b></p>`
  expect(markdownOf(`${item(1, '·', 'one')}${item(2, 'o', 'two')}${item(1, '§', 'three')}`)).toBe(
    '-   **one**\n\n    -   **two**\n\n-   **three**',
  )
  expect(markdownOf(`${item(1, '3.', 'one')}${item(2, 'a)', 'two')}`)).toBe('3.  **one**\n\n    1.  **two**')
  const docs = '<ul><li><p>a</p></li><ul><li><p>b</p></li><li><p>c</p></li></ul><li><p>d</p></li></ul>'
  expect(markdownOf(docs)?.replace(/\n\s*(?=\n)/g, '')).toBe('-   a\n    -   b\n    -   c\n-   d')
})

test('a link without words, as pages put beside their headings, is left out', () => {
  expect(markdownOf('<h2><a class="anchor" href="#x"></a>Title</h2>')).toBe('## Title')
})
