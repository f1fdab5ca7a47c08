import { users } from '@freeor/accounts/tables'
import { loadSignup, submitSignup } from '@freeor/site-frame/account/signup'
import type { PageRequest } from '@freeor/site-frame/frame/request-context'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LearnersFixture, openLearnersFixture } from '../testing/learners-fixture.ts'
import { outcomeOf, pageVisit, type Visit } from '../testing/page-visit.ts'
import { signIn } from '../testing/people.ts'

/** Signing up where learning needs no plan: an account, a code, then the page that was asked for. */

let fixture: LearnersFixture

beforeAll(async () => {
  fixture = await openLearnersFixture()
})
afterAll(async () => await fixture.close())

type Work = (args: PageRequest) => Promise<unknown>

const visit = async (work: Work, path: string, who: Visit = {}) =>
  await outcomeOf(work(pageVisit(fixture, path, { site: 'courses', ...who })))

const asked = '/course/crs_introduction/lesson/1?t=95'
const withNext = `/signup?next=${encodeURIComponent(asked)}`
const codeStep = (next: string) => `/verify_account?next=${encodeURIComponent(next)}`

test('a new account goes to the code and from there to the page that was asked for, else to the default course', async () => {
  const form = {
    email: 'new@people.example',
    password: 'a horse that learns',
    confirm: 'a horse that learns',
  }
  expect(await visit(submitSignup, withNext, { form })).toMatchObject({
    status: 302,
    location: codeStep(asked),
  })
  const other = { ...form, email: 'newer@people.example' }
  expect(await visit(submitSignup, '/signup', { form: other })).toMatchObject({
    location: codeStep('/intro'),
  })
})

test('an address with a dot before a name is no link: its owner signs up, with a name made of it', async () => {
  const password = 'a horse that is named'
  const form = { email: 'jane.smith@people.example', password, confirm: password }
  for (const site of ['courses', 'leads'] as const) {
    const email = `${site}.${form.email}`
    const seen = await visit(submitSignup, '/signup', { site, form: { ...form, email } })
    expect(seen, site).toMatchObject({ status: 302 })
    const [user] = await fixture.deps.db
      .select({ name: users.name })
      .from(users)
      .where(eq(users.email, email))
    expect(user?.name).toBe(`${site === 'leads' ? 'Leads' : 'Courses'} Jane Smith`)
  }
})

test('a signed-in user who has proven nothing gets the code step, a verified one goes on', async () => {
  const credentials = { email: 'unproven@people.example', password: 'a horse unproven' }
  await fixture.call('POST', '/api/auth/sign-up/email', { body: credentials })
  const as = await signIn(fixture.call, credentials)
  expect(await visit(loadSignup, withNext, { as })).toMatchObject({ status: 302, location: codeStep(asked) })
  expect(await visit(loadSignup, '/signup', { as })).toMatchObject({ location: codeStep('/intro') })
  await fixture.deps.db.update(users).set({ emailVerified: true }).where(eq(users.email, credentials.email))
  expect(await visit(loadSignup, withNext, { as })).toMatchObject({ location: asked })
  expect(await visit(loadSignup, '/signup', { as })).toMatchObject({ location: '/intro' })
})

test('a `next` off the site leads to the default course', async () => {
  const { member: as } = fixture.people
  for (const next of ['https://evil.example', '//evil.example', '/\\evil.example'])
    expect(await visit(loadSignup, `/signup?next=${encodeURIComponent(next)}`, { as })).toMatchObject({
      location: '/intro',
    })
})
