import { expect, test } from 'vitest'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { toMarkdown } from './to-markdown.ts'

const read = (html: string) => {
  const changes: string[] = []
  const text = htmlToMarkdown(html, { changes })
  return { text, changes: [...new Set(changes)] }
}

test.each([
  ['<mi>E</mi>\n<mo>=</mo>\n<mi>m</mi>\n<msup>\n<mi>c</mi>\n<mn>2</mn>\n</msup>', 'E = mc²'],
  ['<m:msub><m:mi>x</m:mi><m:mn>1</m:mn></m:msub>', 'x₁'],
  ['<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac>', '(a+b)/2'],
  ['<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>', '√(x+1)'],
  ['<mroot><mi>x</mi><mn>3</mn></mroot>', '³√x'],
  ['<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>f</mi><mo>&#x2061;</mo><mi>x</mi>', '(∑)ᵢⁿfx'],
  ['<semantics><mi>y</mi><annotation encoding="TeX">\\y</annotation></semantics>', 'y'],
  ['<mfenced open="["><mi>a</mi><mi>b</mi></mfenced>', '\\[a, b)'],
  [
    '<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable>',
    '1, 2; 3',
  ],
])('a formula of MathML says the same in one line: %s', (inner, text) => {
  expect(read(`<p><math>${inner}</math></p>`)).toEqual({
    text,
    changes: ['A formula is written as plain text'],
  })
})

test.each([
  '<img class="equation_image" title="x+1" alt="LaTeX: x+1" src="/equation_images/x">',
  '<img data-equation-content="x+1" src="/equation_images/x">',
  '<img class="texrender" title="x+1" src="/filter/tex/pix.php/1.gif">',
])('a formula that is a picture is written as its words: %s', (html) => {
  expect(read(`Solve ${html} now`)).toEqual({
    text: 'Solve x+1 now',
    changes: ['A formula is written as plain text'],
  })
})

test('several blanks that do not break are an indent, one is a blank', () => {
  const { text } = read(
    '<p>10&nbsp;km</p><p>if x:<br>\n&nbsp;&nbsp;go<br>&nbsp; &nbsp;on</p><p>&nbsp;&nbsp;end&nbsp;&nbsp;</p>',
  )
  expect(text).toBe('10 km\n\nif x:\\\n\u00a0\u00a0go\\\n\u00a0 \u00a0on\n\n\u00a0\u00a0end')
})

test('a program that is written line by line into code keeps its lines', () => {
  expect(read('<p>Run <code>if x:<br>\n&nbsp;&nbsp;go()</code></p>').text).toBe(
    'Run\n\n```\nif x:\n  go()\n```',
  )
  expect(read('<p>Run <code>go()</code></p>').text).toBe('Run `go()`')
})

test('emphasis side by side is one', () => {
  expect(read('<b>a</b><strong>b</strong><em>c</em> <i>d</i>').text).toBe('**ab***c* *d*')
})

test('a cell that spans several columns or rows moves no other cell', () => {
  const html =
    '<table><tr><td colspan="2">a</td><td rowspan="2">b</td></tr><tr><td>c</td><td>d</td></tr></table>'
  expect(read(html).text).toBe('| a |  | b |\n| --- | --- | --- |\n| c | d |  |')
})

test('how characters are read stands in brackets', () => {
  expect(
    read('<ruby><rb>漢</rb><rt>kan</rt></ruby> <ruby>字<rp>(</rp><rt>ji</rt><rp>)</rp></ruby>').text,
  ).toBe('漢(kan) 字(ji)')
})

test('what is left out is said, and its words for other programs are no part of the text', () => {
  expect(read('a<video><p>Sorry</p></video><iframe src="x">Sorry</iframe> b')).toEqual({
    text: 'a b',
    changes: ['What <video> shows was left out', 'What <iframe> shows was left out'],
  })
  expect(read('<a href="/course/7">here</a> <a href="#top">top</a>')).toEqual({
    text: 'here top',
    changes: ['A link without a whole address was left out'],
  })
})

test('a picture of another site becomes a link to it', () => {
  expect(read('See <img src="https://x.org/a b.png" alt="A [map]">')).toEqual({
    text: 'See [A \\[map\\]](<https://x.org/a%20b.png>)',
    changes: ['A picture of another site became a link to it'],
  })
})

test('of several languages the English one is read, or the first, and the others are told', () => {
  const span = (language: string, text: string) => `<span class="multilang" lang="${language}">${text}</span>`
  expect(
    read(`<p>${span('de', 'Ja')} ${span('en', 'Yes')}: ${span('fr', 'a')}${span('de', 'b')}</p>`),
  ).toEqual({
    text: 'Yes: a',
    changes: ['Its texts in other languages were left out: de'],
  })
  const changes: string[] = []
  const marked = (text: string) => toMarkdown(text, 'moodle', { changes })
  expect(marked('{mlang de}Ja{mlang}{mlang en}Yes{mlang}, {mlang other}so{mlang}')).toBe('Yes, so')
  expect(marked('{mlang en}Yes')).toBe('{mlang en}Yes')
  expect(changes).toEqual(['Its texts in other languages were left out: de'])
})

test('the end of a line beside a tag that ends it is no second one', () => {
  const text = '<b>Title</b><br><br>\nOne<br>\n<b>two</b>\nthree\n<ul>\n<li>a</li>\n</ul>'
  expect(toMarkdown(text, 'moodle', { changes: [] })).toBe('**Title**\\\n\\\nOne\\\n**two**\\\nthree\n\n- a')
})
