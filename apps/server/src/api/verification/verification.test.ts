import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, signIn } from '../../testing/people.ts'
import { openTestSystem, type TestSystem } from '../../testing/test-system.ts'

/** Verification over HTTP, with the mails and messages that people read. */

let system: TestSystem
let as: Person

beforeAll(async () => {
  system = await openTestSystem()
  const account = { email: 'new@people.example', password: 'a new horse each time' }
  await system.call('POST', '/api/auth/sign-up/email', { body: account })
  const signedIn = await signIn(system.call, account)
  as = { ...account, userId: '', companyId: '', ...signedIn }
})
afterAll(async () => await system.close())

async function sentCode(folder: 'mail' | 'sms', ending: string): Promise<string> {
  return await vi.waitFor(
    async () => {
      const dir = join(system.deps.dataDir, folder)
      const files = (await readdir(dir)).filter((name) => name.endsWith(ending))
      const texts = await Promise.all(files.map((name) => readFile(join(dir, name), 'utf8')))
      const code = texts.map((text) => /\b(\d{6})\b is your|Your code: (\d{6})/.exec(text)).find(Boolean)
      expect(code).toBeTruthy()
      return code?.[1] ?? code?.[2] ?? ''
    },
    { timeout: 60_000, interval: 100 },
  )
}

const verify = (verificationCode: string, more = {}) =>
  system.call('POST', '/api/verify_account', {
    as,
    body: { verificationCode, verifyFirebaseUser: true, db: 'x', ...more },
  })
const me = async () => (await system.call('GET', '/api/me', { as })).body.user

test('the code of the message, then that of the mail, prove number and address', async () => {
  expect((await me())?.verified).toBe(false)
  const texted = await system.call('POST', '/api/start_verification', {
    as,
    body: { sms_to: '555-222-3333', email_to: '' },
  })
  expect(texted.body.channel).toBe('sms')
  // The page asks for the code after a reload too, as of a phone that showed the message meanwhile.
  const until = async () =>
    (await system.call('GET', '/api/account/profile', { as })).body.codeExpiresAt as string | null
  expect(await until()).toBe(texted.body.expiresAt)
  const code = await sentCode('sms', '.txt')
  expect((await verify(code === '000000' ? '000001' : '000000')).body).toEqual({
    verified: false,
    expired: false,
  })
  expect((await verify(code, { userProfile: { name: 'Ada' } })).body).toEqual({
    verified: true,
    expired: false,
  })
  expect((await me())?.verified).toBe(true)
  expect(await until()).toBeNull()
  const body = { sms_to: '555-222-3333', email_to: as.email, email_from: 'x', siteName: 'Leads', db: 'x' }
  const mailed = await system.call('POST', '/api/start_verification', { as, body })
  expect(mailed.body.channel).toBe('email')
  expect((await verify(await sentCode('mail', '.html'))).body).toEqual({ verified: true, expired: false })
  const profile = await system.call('GET', '/api/account/profile', { as })
  expect(profile.body).toMatchObject({
    userProfile: { name: 'Ada', phone: '+15552223333' },
    organizations: ['Sample Fellowship', 'Sample University', 'Other'],
    emailVerified: true,
    phoneVerified: true,
  })
})

test('a user who is not verified can read, but cannot subscribe', async () => {
  const account = { email: 'unproven@people.example', password: 'a new horse each time' }
  await system.call('POST', '/api/auth/sign-up/email', { body: account })
  const signedIn = await signIn(system.call, account)
  const them = { ...account, userId: '', companyId: '', ...signedIn }
  const { user } = (await system.call('GET', '/api/me', { as: them })).body
  const body = { account: { code: user?.id }, plan_code: 'freeor_free', currency: 'USD', humanPass: 'none' }
  const path = '/api/embedded/subscriptions/create'
  const answer = await system.call('POST', path, { as: them, body })
  expect([answer.status, answer.body.code], answer.text).toEqual([403, 'verification_required'])
  expect((await system.call('GET', '/api/dictionaries', { as: them })).status).toBe(200)
})

test.each([
  [{ name: '' }, 'Please update the name.'],
  [{ phone: '' }, 'Please update the phone number.'],
  [{ org: 'other' }, 'Please select an organization.'],
  [{ photoUrl: 'javascript:alert(1)' }, 'Please give an https address.'],
  [{ email: ' ' }, 'Please update the email.'],
  [{ email: 'else@people.example' }, 'Please update the email under update email.'],
])('the profile %j is refused: %s', async (body, sentence) => {
  const answer = await system.call('PATCH', '/api/account/profile', { as, body })
  expect(answer.status).toBe(422)
  expect(answer.body.detail).toContain(sentence)
})

test('changing the address needs the password again', async () => {
  const body = { email: 'newer@people.example' }
  const first = await system.call('POST', '/api/account/update_email', { as, body })
  expect([first.status, first.body.code]).toEqual([403, 'reauthentication_required'])
  const again = await system.call('POST', '/api/account/reauthenticate', {
    as,
    body: { password: as.password },
  })
  expect(again.status, again.text).toBe(200)
  expect((await system.call('POST', '/api/account/update_email', { as, body })).status).toBe(202)
})
