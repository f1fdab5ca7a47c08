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
