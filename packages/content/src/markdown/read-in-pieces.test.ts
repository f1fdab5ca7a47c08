import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readInPieces, splitMarkdown } from './read-in-pieces.ts'
import { readMarkdown } from './read-markdown.ts'

const blocks = [
  ...[
    '## A head',
    'Words that *go* on\nin two lines',
    'A line\n===',
    '- one\n- two\n\n  more of two',
    '1. one\n2. two',
  ],
  ...[
    '> said\nlazily',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '```js\nlet x\n\nA line of it\n```',
    '~~~\n```\n\nA line\n~~~',
  ],
  ...[
    '    code of four\n\n    blanks',
    '---',
    '<div>\n\nWords',
    '**Bold** words',
    '[a](https://b.example) `c`',
    '```\nnever closed',
  ],
  ...[
    '- a\n\n  ```\n  b\n\n  c\n  ```',
    '1. x\n\n   Words of it',
    '![p](/q.png)',
    '\\# no head',
    'Words  \nof it',
    '* * *',
  ],
]
const long = `${'Many words of a paragraph. '.repeat(200)}`

test('a long text is read in pieces as it is read at once', async () => {
  let several = 0
  const text = fc.array(fc.constantFrom(...blocks), { minLength: 2, maxLength: 12 })
  const ends = fc.constantFrom('\n\n', '\n\n\n', '\r\n\r\n', '\n \n')
  await fc.assert(
    fc.asyncProperty(text, ends, async (parts, end) => {
      const whole = parts.join(end)
      if (splitMarkdown(whole, 20).length > 1) several++
      expect(splitMarkdown(whole, 20).join('')).toBe(whole)
      expect(await readInPieces(whole, 20)).toEqual(readMarkdown(whole))
    }),
    { numRuns: 500 },
  )
  expect(several).toBeGreaterThan(100)
})

test.each([
  '[name]: https://a.example',
  '[a\nname]: https://a.example',
  '[^1]: A note',
  '<!-- a\n\nnote -->',
  '<pre>\n\nx\n\n</pre>',
])('where %j stands in a text it is one piece', (part) => {
  expect(splitMarkdown(`${long}\n\n${long}\n\n${part}\n\n${long}`)).toHaveLength(1)
  expect(splitMarkdown(`${long}\n\n${long}\n\n${long}`).length).toBeGreaterThan(1)
})

test('while a long text of small tables and lists is read the process goes on', async () => {
  const text = '## Head\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n'.repeat(1_500)
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  await readInPieces(text)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(4)
})

test('a text that is made to be slow is split in a moment', () => {
  const started = process.cpuUsage()
  for (const piece of ['\n', ' \n', '1.\n', '>\n', '- ', '[a', '`', '~~~\n'])
    expect(splitMarkdown(`${piece.repeat(100_000 / piece.length)}x`).join('')).toHaveLength(
      Math.floor(100_000 / piece.length) * piece.length + 1,
    )
  expect(process.cpuUsage(started).user).toBeLessThan(3_000_000)
})
