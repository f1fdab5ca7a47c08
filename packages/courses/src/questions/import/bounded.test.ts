import { expect, test } from 'vitest'
import { replacePictures } from './pictures/found-pictures.ts'
import { gapsOf, readTextFile, refusals } from './testing.ts'

/** Milliseconds of processor time: on a busy machine a test lasts longer, and costs the same. */
const millisecondsOf = async (text: string, name: string) => {
  const start = process.cpuUsage()
  const file = await readTextFile(text, name)
  const took = process.cpuUsage(start).user / 1000
  expect(gapsOf(file)).toEqual([])
  return { took, file }
}

test('20,000 options in one question are refused with the line of the 27th', async () => {
  const options = Array.from({ length: 20_000 }, (_, at) => `~option ${at}`).join('\n')
  const { file } = await millisecondsOf(
    `One? {=a ~b}\n\nMany? {\n=yes\n${options}\n}\n\nTwo? {=a ~b}`,
    'a.gift',
  )
  expect(refusals(file)).toEqual([
    'It has 20,001 options, lettered A to Z there may be 26. The 27th is on line 30.',
  ])
  expect(file.questions).toHaveLength(2)
})

test('10,000 questions are read in 10 seconds', async () => {
  const one = (at: number) => `::Q${at}::[html]<p>Question <b>${at}</b></p> {=yes ~no#why ~perhaps}\n\n`
  const { took, file } = await millisecondsOf(
    Array.from({ length: 10_000 }, (_, at) => one(at)).join(''),
    'a.gift',
  )
  expect(file.questions).toHaveLength(10_000)
  expect(took).toBeLessThan(10_000)
})

const length = 400_000
test('a file of more parts than anybody could review is refused whole', async () => {
  const { file } = await millisecondsOf('x\n\n'.repeat(60_001), 'a.gift')
  expect(refusals(file)).toEqual([expect.stringContaining('60,000 parts')])
})

test.each([
  ['a.gift', '{'],
  ['a.gift', '::a {=x ~y\n'],
  ['a.gift', 'text\n'],
  ['a.gift', 'Q {=a ~b} tail\n'],
  ['a.gift', '[html]<a<a'],
  ['a.gift', '\n\n{\n'],
  ['a.gift', '=~'],
  ['a.xml', '<quiz><question '],
  ['a.xml', '<question><!--'],
  ['a.xml', '<question><![CDATA['],
  ['a.xml', '<question><a>'],
  ['a.xml', '<!doctype <!-- '],
  ['a.csv', 'question,key,a,b\n"a'],
  ['a.csv', '"question",key,a,b\n"'],
  ['a.txt', 'Q\nA. x\n'],
  ['a.txt', 'A. x\nANSWER:\n'],
  ['a.txt', 'text\n'],
  ['a.txt', '\u2028'],
  ['a.txt', '\r'],
  ['a.csv', '('],
  ['a.csv', '![a]('],
])('%s made of %j again and again ends soon', async (name, piece) => {
  const whole = `${name === 'a.xml' ? '<quiz><question></question>' : ''}${name === 'a.txt' ? 'Q\nA. x\nB. y\nANSWER: A\n' : ''}${piece.repeat(length / piece.length)}`
  expect((await millisecondsOf(whole, name)).took).toBeLessThan(8_000)
})

test.each([
  '<b>x</b>',
  '<b>x</b>a>\n',
  '[html]&nbsp;',
  '[html]<b>&nbsp;',
  '[html]<table><tr><td rowspan\\="999" colspan\\="999">',
  '[html]<math><msup>',
  '[html]a<b>.',
  '[html]a<b>.a<i>.a<s>.',
  '[html]<br> ',
  '_',
  ' ',
  '[html]<span class\\="multilang" lang\\="a">',
  '[html]<code><br>',
  '\\{mlang en\\}',
  '\\{mlang en\\}x\\{mlang\\}',
])('a question made of %j again and again is read soon', async (piece) => {
  const [, format = '', unit = ''] = /^(\[html\])?(.*)$/s.exec(piece) ?? []
  const { took } = await millisecondsOf(`${format}Q${unit.repeat(length / unit.length)}x {=a ~b}`, 'a.gift')
  expect(took).toBeLessThan(8_000)
})

test('pictures are found in one pass, whatever a text holds', () => {
  const start = process.cpuUsage()
  for (const piece of ['![', '![a', '\\![', '![a](picture:', '\\'])
    replacePictures(piece.repeat(length / piece.length), () => '')
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(3_000)
})
