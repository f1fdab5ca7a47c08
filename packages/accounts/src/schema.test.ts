import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { emailFeedback, emailInput, passwordMatchFeedback, personNameInput, signUpInput } from './schema.ts'
import { newDeviceMark, readDeviceMark } from './signed-values.ts'

test('each site says its own words under the fields', () => {
  expect(emailFeedback('a@b')).toEqual({ ok: true, text: 'Email looks good :)' })
  expect(emailFeedback('a@b', 'courses')).toEqual({ ok: true, text: 'Email looks good.' })
  expect(emailFeedback('ab')).toEqual({ ok: false, text: "Uh oh, that doesn't look like an email address." })
  expect(passwordMatchFeedback('x', 'x').text).toBe('Perfect, those passwords match.')
  expect(passwordMatchFeedback('x', 'y').text).toBe("Uh oh, your passwords don't match")
  expect(passwordMatchFeedback('x', 'x', 'courses').text).toBe('Yay, your passwords match :)')
  expect(passwordMatchFeedback('x', 'y', 'courses').text).toBe("Uh oh, your passwords don't match :(")
  expect(passwordMatchFeedback('', '').ok).toBe(false)
})

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
    '<b>',
  ]) {
    expect(personNameInput.safeParse(bad).success, bad).toBe(false)
  }
})

test('a password has 8 to 128 characters', () => {
  const parse = (password: string) => signUpInput.safeParse({ email: 'a@example.com', password }).success
  expect([7, 8, 128, 129].map((length) => parse('x'.repeat(length)))).toEqual([false, true, true, false])
})

test('the list of common passwords is whole', () => {
  expect(['password', 'Iloveyou1', 'QWERTY123', '11111111'].every(isCommonPassword)).toBe(true)
  expect(isCommonPassword('correct horse battery')).toBe(false)
})

test('a device mark is for one account and cannot be made up', () => {
  const mark = newDeviceMark('secret', 'a@example.com')
  expect(readDeviceMark('secret', mark, 'a@example.com')).toHaveLength(22)
  expect(readDeviceMark('secret', mark, 'b@example.com')).toBeUndefined()
  expect(readDeviceMark('other', mark, 'a@example.com')).toBeUndefined()
  for (const bad of [undefined, '', '.', '..', `${mark}.x`, mark.slice(0, -1)]) {
    expect(readDeviceMark('secret', bad, 'a@example.com')).toBeUndefined()
  }
})
