import { expect, test } from 'vitest'
import { asSuperAdminsSee } from './recipient-only.ts'

const code = {
  template: 'verification-code',
  subject: '123456 is your code for Freeor',
  text: '123456',
  html: '<b>123456</b>',
}

test('a code is in the subject too, so its digits are left out there', () => {
  const seen = asSuperAdminsSee(code, { isOutgoing: true })
  expect(seen).toMatchObject({
    subject: '•••••• is your code for Freeor',
    text: '',
    html: '',
    isWithheld: true,
  })
  expect(JSON.stringify(seen)).not.toContain('123456')
  expect(asSuperAdminsSee(code, { isOutgoing: false })).toEqual({ ...code, isWithheld: false })
})

test('other mails are shown whole, and a listed mail without content stays without it', () => {
  const notice = { template: 'notice', subject: 'Invoice 12', text: 'a', html: 'b' }
  expect(asSuperAdminsSee(notice, { isOutgoing: true })).toEqual({ ...notice, isWithheld: false })
  const entry = { template: 'invitation', subject: 'Ann invites you' }
  expect(asSuperAdminsSee(entry, { isOutgoing: true })).toEqual({ ...entry, isWithheld: true })
})
