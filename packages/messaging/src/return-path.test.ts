import { newId } from '@freeor/kernel/ids'
import { expect, test } from 'vitest'
import { openReturnPath } from './return-path.ts'

const domain = 'bounces.freeor.example'
const path = openReturnPath({ secret: 'a secret of this test', domain })
const mailId = newId('mail')
const address = path.addressOf(mailId) ?? ''

test('an address leads back to its mail, in whatever case a mail server writes it', () => {
  expect(path.mailOf(address)).toBe(mailId)
  expect(path.mailOf(` ${address.toUpperCase()} `)).toBe(mailId)
})

test('its local part keeps to the 64 characters of RFC 5321', () => {
  expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64)
  expect(address).toMatch(/^b-[0-9a-z]{26}-[0-9a-z]{26}@bounces\.freeor\.example$/)
})

test('each change of any one character is refused', () => {
  for (let place = 0; place < address.length; place++) {
    const other = address[place] === 'x' ? 'y' : 'x'
    expect(
      path.mailOf(address.slice(0, place) + other + address.slice(place + 1)),
      `${place}`,
    ).toBeUndefined()
  }
})

test('the proof of one mail is none of another, and another secret makes another', () => {
  const other = path.addressOf(newId('mail')) ?? ''
  const swapped = `${address.slice(0, 28)}${other.slice(28)}`
  expect(path.mailOf(swapped)).toBeUndefined()
  const elsewhere = openReturnPath({ secret: 'another secret', domain })
  expect(elsewhere.mailOf(address)).toBeUndefined()
})

test.each([
  '',
  '@',
  'b-',
  `${address}@${domain}`,
  address.replace('@', '@x.'),
  `${address}\0`,
  'b--@bounces.freeor.example',
])('%j is no address of a mail', (wrong) => expect(path.mailOf(wrong)).toBeUndefined())

test('an id that is no mail’s gets none', () => {
  for (const id of ['', 'mail_', `${mailId}\r\nRCPT TO:<x@y>`, 'mail_UPPER', newId('usr')])
    expect(path.addressOf(id)).toBeUndefined()
})
