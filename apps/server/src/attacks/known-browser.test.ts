import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailTo } from '../testing/mails.ts'
import { type Browser, openPages } from '../testing/pages.ts'
import { addPerson } from '../testing/people.ts'
import { openTestSystem, type TestSystem } from '../testing/test-system.ts'

/**
 * Strangers who guess at somebody's password use up the account's count and lock each other out, never a browser that
 * has signed in before. Through the pages, with the cookies that a browser really sends there.
 */

let system: TestSystem
let visit: ReturnType<typeof openPages>
let addresses = 0

beforeAll(async () => {
  system = await openTestSystem()
  visit = openPages(system)
})
afterAll(async () => await system.close())

const newAddress = () => `198.51.100.${++addresses}`
const tooMany = 'Too many attempts. Please try again later.'

type Login = { email: string; password: string }

const logIn = (browser: Browser, { email, password }: Login) => browser.submit('/login', { email, password })

/** Strangers guess, each from another address. */
async function guess({ email }: Login): Promise<void> {
  for (let n = 0; n < 10; n += 1)
    await system.call('POST', '/api/auth/sign-in/email', { body: { email, password: `guess ${n}` } })
}

/** What their guesses leave behind: the account accepts no more attempts from unknown browsers. */
async function lockOut({ email }: Login): Promise<void> {
  const { db, auth } = system.deps
  const key = { name: 'sign-in:account', subject: email, limit: { max: 10, seconds: 900 } }
  for (let n = 0; n < 10; n += 1) await auth.limiter.allows(db, key)
  const stranger = await logIn(visit({ site: 'leads', address: newAddress() }), { email, password: 'guess' })
  expect(stranger.status).toBe(429)
  expect(stranger.html).toContain(tooMany)
}

describe.each(['leads', 'courses'] as const)('on %s', (site) => {
  const browse = () => visit({ site, address: newAddress() })

  test('a browser that has signed in at the login page gets in while strangers lock the account', async () => {
    const owner = await addPerson(system.deps, system.call, { name: `owner-${site}` })
    const known = browse()
    expect((await logIn(known, owner)).status).toBe(302)
    expect((await known.submit('/logout', {})).status).toBe(302)
    await guess(owner)
    await lockOut(owner)
    expect((await logIn(browse(), owner)).status, 'the right password, from a browser nobody knows').toBe(429)
    expect((await logIn(known, owner)).status).toBe(302)
    expect((await known.open('/settings/profile')).html).toContain(owner.email)
  })

  test('so does the browser that signed up', async () => {
    const person = { email: `newcomer-${site}@people.example`, password: 'a new horse each time' }
    const browser = browse()
    const signedUp = await browser.submit('/signup', { ...person, confirm: person.password })
    expect(signedUp.location).toMatch(/^\/verify_account/)
    await browser.submit('/logout', {})
    await lockOut(person)
    expect((await logIn(browser, person)).status).toBe(302)
  })

  test('so does a browser that has set a new password by the link of a mail', async () => {
    const owner = await addPerson(system.deps, system.call, { name: `forgetful-${site}` })
    await lockOut(owner)
    const browser = browse()
    await browser.submit('/reset_password', { email: owner.email })
    const mail = await mailTo(system, owner.email, /reset_password/)
    const token = /reset_password\?token=([\w-]+)/.exec(mail)?.[1] ?? ''
    const renewed = { email: owner.email, password: 'a better horse than before' }
    const fields = { token, password: renewed.password, confirm: renewed.password }
    const set = await browser.submit(`/reset_password?token=${token}`, fields)
    expect(set.location).toBe('/login?reset=done')
    await lockOut(owner)
    expect((await logIn(browser, renewed)).status).toBe(302)
  })

  test('a cookie of another account does not make a browser known', async () => {
    const owner = await addPerson(system.deps, system.call, { name: `guarded-${site}` })
    const other = await addPerson(system.deps, system.call, { name: `other-${site}` })
    const browser = browse()
    await logIn(browser, other)
    await browser.submit('/logout', {})
    await lockOut(owner)
    expect((await logIn(browser, owner)).status).toBe(429)
    expect((await logIn(browser, other)).status).toBe(302)
  })
})
