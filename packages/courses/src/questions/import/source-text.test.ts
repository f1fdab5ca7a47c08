import { expect, test } from 'vitest'
import { readQuestionsOf } from './read-questions.ts'
import { findUnreadEncoding, readSourceText } from './source-text.ts'
import { gapsOf, refusals } from './testing.ts'

const declare = (encoding: string, text: string) =>
  `<?xml version="1.0" encoding="${encoding}"?><quiz>${text}</quiz>`

test('a file that is UTF-8 is read so, whatever it still declares', () => {
  const text = declare('ISO-8859-1', 'Où, ça?')
  expect(readSourceText(Buffer.from(text)).text).toBe(text)
  expect(readSourceText(Buffer.from(text, 'latin1')).text).toBe(text)
  const cyrillic = Buffer.concat([Buffer.from(declare('cp1251', '')), Buffer.from([0xc4, 0xe0])])
  expect(readSourceText(cyrillic).text).toContain('Да')
})

test('a file in an encoding that is not read is refused whole, with its name', async () => {
  const bytes = Buffer.concat([Buffer.from(declare('GB2312', '')), Buffer.from([0xd6, 0xd0])])
  const file = await readQuestionsOf({ name: 'a.xml', bytes })
  expect(gapsOf(file)).toEqual([])
  expect(refusals(file)).toEqual(['Its encoding is GB2312: please save it as UTF-8.'])
  expect(findUnreadEncoding(Buffer.from(declare('Shift_JIS', 'only ASCII')))).toBeUndefined()
  expect(findUnreadEncoding(Buffer.from(declare('ISO-2022-JP', '\u001b$B5')))).toBe('ISO-2022-JP')
})

test.each(['a.doc', 'a.mbz', 'a.gift'])(
  '%s that is no text is refused whole, not line by line',
  async (name) => {
    const bytes = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7919 + ((at * at) % 251)) % 256))
    const file = await readQuestionsOf({ name, bytes })
    expect(gapsOf(file)).toEqual([])
    expect(refusals(file)).toEqual([expect.stringContaining('format is not known')])
  },
)

test('one control character in a text costs its question only', async () => {
  const file = await readQuestionsOf({ name: 'a.gift', bytes: Buffer.from('A\0? {=a ~b}\n\nB? {=a ~b}') })
  expect(file.questions.map(({ question }) => question)).toEqual(['B?'])
})
