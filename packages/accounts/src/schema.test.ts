import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { emailInput, personNameInput, signUpInput } from './schema.ts'
import { addDeviceMark, readDeviceMark } from './signed-values.ts'

test('an address is trimmed and lower-cased, and must be one', () => {
  expect(emailInput.parse('  Ada@Example.COM ')).toBe('ada@example.com')
  for (const bad of [
    '',
    'ada',
    'ada@',
    'a@b',
    'a b@example.com',
    'a@example.com\nbcc: x@y.zz',
    `${'a'.repeat(250)}@b.co`,
  ]) {
    expect(emailInput.safeParse(bad).success, bad).toBe(false)
  }
})

test('a name holds no link, no line break and no hidden characters', () => {
  for (const good of [
    'Ada Lovelace',
    'José Ñ.',
    'O’Brien-Smith',
    'J. R. R. Tolkien',
    'Dr. Who',
    '李小龙',
    'ジョン・スミス',
    'А.С.Пушкин',
    'c/o Ada & Sons, est. 1999',
    'Sales: North / South',
    '3.5 % Ltd.',
    'نوری\u200cزاده',
    'ශ්\u200dරී',
    'Kim \u{1f469}\u{1f3fd}\u200d\u{1f3eb}',
    '',
  ]) {
    expect(personNameInput.safeParse(good).success, good).toBe(true)
  }
  for (const bad of [
    'http://evil.example',
    'see www.evil',
    'go to evil.com',
    'evil.com/x',
    'a\r\nb',
    'a\u202eb',
    'a\u200db',
    'эл\u200cа',
    'نوری\u200c',
    'زلو\u200c.کام',
    '<b>',
    'evil.com:8080',
    'evil.com!',
    'x.com',
    'evil\u3002com',
    'evil\uff61com',
    'evil\uff0ecom',
    'evil\u2024com',
    'evil\ufe52com',
    'evil\u06d4com',
    'https\uff1a\uff0f\uff0fevil',
    'https:\u2215\u2215evil',
    'https\u2236//evil',
    'зло.рф',
    '例え.みんな',
    'my-shop\u3002例え',
    'ｅｖｉｌ.ｃｏｍ',
    '//evil',
    'x.xn--p1ai',
  ]) {
    expect(personNameInput.safeParse(bad).success, bad).toBe(false)
  }
})

test('a password has 8 to 128 characters', () => {
  const parse = (password: string) => signUpInput.safeParse({ email: 'a@example.com', password }).success
  expect([7, 8, 128, 129].map((length) => parse('x'.repeat(length)))).toEqual([false, true, true, false])
})

test('the list of common passwords is complete', () => {
  expect(['password', 'Iloveyou1', 'QWERTY123', '11111111'].every(isCommonPassword)).toBe(true)
  expect(isCommonPassword('correct horse battery')).toBe(false)
})

test('a browser keeps the device marks of the five accounts it signed in to last', () => {
  const emails = Array.from({ length: 6 }, (_, n) => `person${n}@example.com`)
  let marks: string | undefined = 'not~ours~at.all.really'
  for (const email of [...emails, 'person5@example.com']) marks = addDeviceMark('secret', marks, email)
  const known = emails.map((email) => readDeviceMark('secret', marks, email) !== undefined)
  expect(known).toEqual([false, true, true, true, true, true])
  expect(marks?.split('~')).toHaveLength(5)
})

test('a device mark is for one account and cannot be forged', () => {
  const mark = addDeviceMark('secret', undefined, 'a@example.com')
  expect(readDeviceMark('secret', mark, 'a@example.com')).toHaveLength(22)
  expect(readDeviceMark('secret', mark, 'b@example.com')).toBeUndefined()
  expect(readDeviceMark('other', mark, 'a@example.com')).toBeUndefined()
  for (const bad of [undefined, '', '.', '..', `${mark}.x`, mark.slice(0, -1)]) {
    expect(readDeviceMark('secret', bad, 'a@example.com')).toBeUndefined()
  }
})
