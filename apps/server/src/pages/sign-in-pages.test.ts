import { loadForStrangers, submitLogin } from '@freeor/site-frame/account/login'
import { loadResetPassword, submitResetPassword } from '@freeor/site-frame/account/reset-password'
import { loadSignup, submitSignup } from '@freeor/site-frame/account/signup'
import { loadVerifyAccount, submitVerifyAccount } from '@freeor/site-frame/account/verify-account'
import { pageTexts } from '@freeor/site-frame/frame/page-texts'
import type { PageRequest } from '@freeor/site-frame/frame/request-context'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailTo } from '../testing/mails.ts'
import { outcomeOf, pageVisit } from '../testing/page-visit.ts'
import { addPerson, type Person, signIn } from '../testing/people.ts'
import { openTestSystem, type TestSystem } from '../testing/test-system.ts'

/** Loaders and actions of signing in and up and of a forgotten password, as their forms are sent. */

let system: TestSystem
let person: Person

beforeAll(async () => {
  system = await openTestSystem()
  person = await addPerson(system.deps, system.call, { name: 'ada' })
})
afterAll(async () => await system.close())

type Work = (args: PageRequest) => Promise<unknown>

const send = async (submit: Work, path: string, form: Record<string, string>, as?: Pick<Person, 'cookie'>) =>
  await outcomeOf(submit(pageVisit(system, path, { form, as })))

const open = async (load: Work, path: string, as?: Pick<Person, 'cookie'>) =>
  await outcomeOf(load(pageVisit(system, path, { as })))

const { account, verification } = pageTexts

test('a wrong password is answered with the title of the specification and the address as it was typed', async () => {
  const { email } = person
  expect(await send(submitLogin, '/login', { email, password: 'not the one' })).toMatchObject({
    status: 401,
    value: { email, failure: { title: 'Uh oh, there was a problem logging you in.' } },
  })
})

test.each([
  { next: '', leads: '/search' },
  { next: '?next=%2Fsettings%2Fpeople', leads: '/settings/people' },
  { next: '?next=https%3A%2F%2Fevil.example', leads: '/search' },
  { next: '?next=%2F%2Fevil.example', leads: '/search' },
])(
  'the right password leads from /login$next to $leads; who is signed in goes there at once',
  async ({ next, leads }) => {
    const { email, password } = person
    const location = { status: 302, location: leads }
    expect(await send(submitLogin, `/login${next}`, { email, password })).toMatchObject(location)
    expect(await open(loadForStrangers, `/login${next}`, person)).toMatchObject(location)
    expect(await open(loadForStrangers, `/login${next}`)).toEqual({ status: 200, value: null })
  },
)

test.each([
  { what: 'no address', form: { email: 'nobody' }, message: account.emailBad },
  { what: 'two passwords', form: { confirm: 'another' }, message: account.passwordsDiffer },
  { what: 'no password', form: { password: '', confirm: '' }, message: account.passwordsDiffer },
])('a sign-up with $what is refused and makes nobody', async ({ form, message }) => {
  const given = {
    email: 'refused@people.example',
    password: 'a horse of nobody',
    confirm: 'a horse of nobody',
  }
  const email = 'email' in form ? form.email : given.email
  expect(await send(submitSignup, '/signup', { ...given, ...form })).toMatchObject({
    status: 422,
    value: { email, sent: false, failure: { title: account.signupFailed, message } },
  })
  await expect(signIn(system.call, given)).rejects.toThrow()
})

test('a sign-up leads to the check of the address and from there to the plan; a known address is told by mail alone', async () => {
  const form = { email: 'new@people.example', password: 'a horse of the new', confirm: 'a horse of the new' }
  const { status, location } = await send(submitSignup, '/signup?plan=freeor_pro', form)
  expect(status).toBe(302)
  const next = encodeURIComponent('/_subscribe?plan=freeor_pro')
  expect(location).toBe(`/verify_account?next=${next}`)
  const other = { ...form, password: 'a horse of another', confirm: 'a horse of another' }
  expect(await send(submitSignup, '/signup', other)).toEqual({
    status: 200,
    value: { email: form.email, sent: true, failure: undefined },
  })
  expect(await open(loadSignup, '/signup')).toEqual({ status: 200, value: { plan: null } })
})

test('who had an account signs in by the sign-up page too, and goes on without the check of an address that is proven', async () => {
  const known = await addPerson(system.deps, system.call, { name: 'known' })
  const { email, password } = known
  const path = '/signup?next=%2Fsearch%2Flinks'
  expect(await send(submitSignup, path, { email, password, confirm: password })).toMatchObject({
    status: 302,
    location: path,
  })
  expect(await open(loadSignup, path, known)).toMatchObject({ status: 302, location: '/search/links' })
})

test('a check of the account: whoever is not signed in logs in first, and a wrong code says so', async () => {
  expect(await open(loadVerifyAccount, '/verify_account?next=%2Fsearch')).toMatchObject({
    status: 302,
    location: `/login?next=${encodeURIComponent('/verify_account?next=%2Fsearch')}`,
  })
  const credentials = { email: 'unproven@people.example', password: 'a horse unproven' }
  await system.call('POST', '/api/auth/sign-up/email', { body: credentials })
  const as = await signIn(system.call, credentials)
  expect(await open(loadVerifyAccount, '/verify_account', as)).toMatchObject({ status: 200 })
  const sent = await send(submitVerifyAccount, '/verify_account', { intent: 'email' }, as)
  expect(sent).toMatchObject({ value: { ok: true, text: verification.sent(credentials.email) } })
  const answer = await send(submitVerifyAccount, '/verify_account', { intent: 'code', code: '000000' }, as)
  expect(answer).toMatchObject({ status: 422, value: { ok: false, text: verification.wrong } })
})

test('a forgotten password leads on to where the person was going, and never off the site', async () => {
  const { email } = await addPerson(system.deps, system.call, { name: 'forgetful-guest' })
  const going = '/search/links?q=a%20b&page=2'
  const sent = `/login?sent=${encodeURIComponent(email)}`
  const ask = `/reset_password?next=${encodeURIComponent(going)}`
  expect(await send(submitResetPassword, ask, { email })).toMatchObject({
    location: `${sent}&next=${encodeURIComponent(going)}`,
  })
  const link = /\/reset_password\?token=[\w-]+&next=[\w%.-]+/.exec(await mailTo(system, email, /&next=/))?.[0]
  const { searchParams } = new URL(link ?? '', 'http://localhost:3000')
  expect(searchParams.get('next')).toBe(going)
  const password = 'a horse on its way'
  const set = { token: searchParams.get('token') ?? '', password, confirm: password }
  expect(await send(submitResetPassword, link ?? '', set)).toMatchObject({
    status: 302,
    location: `/login?reset=done&next=${encodeURIComponent(going)}`,
  })
  for (const elsewhere of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    `/${'x'.repeat(1000)}`,
  ]) {
    const path = `/reset_password?next=${encodeURIComponent(elsewhere)}`
    expect(await send(submitResetPassword, path, { email })).toMatchObject({ location: sent })
  }
})

test('a forgotten password: no address is refused, a link sets it once, and opened again it is over', async () => {
  expect(await send(submitResetPassword, '/reset_password', { email: 'nobody' })).toMatchObject({
    status: 422,
    value: { failure: { title: account.resetFailed, message: account.emailBad } },
  })
  const { email } = await addPerson(system.deps, system.call, { name: 'forgetful' })
  expect(await send(submitResetPassword, '/reset_password', { email })).toMatchObject({
    status: 302,
    location: `/login?sent=${encodeURIComponent(email)}`,
  })
  const link = /token=([\w-]+)/.exec(await mailTo(system, email, /token=/))
  const token = link?.[1] ?? ''
  expect(await open(loadResetPassword, `/reset_password?token=${token}`)).toEqual({
    status: 200,
    value: { link: 'live' },
  })
  const password = 'a horse remembered'
  expect(
    await send(submitResetPassword, '/reset_password', { token, password, confirm: 'another' }),
  ).toMatchObject({ status: 422, value: { failure: { message: 'They differ.' } } })
  const set = { token, password, confirm: password }
  expect(await send(submitResetPassword, '/reset_password', set)).toMatchObject({
    status: 302,
    location: '/login?reset=done',
  })
  expect(await signIn(system.call, { email, password })).toMatchObject({ token: expect.any(String) })
  const over = { status: 410, value: { link: 'over' } }
  expect(await open(loadResetPassword, `/reset_password?token=${token}`)).toEqual(over)
  expect(await open(loadResetPassword, '/reset_password?token=nothing')).toEqual(over)
  expect(await send(submitResetPassword, '/reset_password', set)).toMatchObject(over)
})
