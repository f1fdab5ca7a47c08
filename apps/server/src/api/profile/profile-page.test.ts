import type { Site } from '@freeor/kernel/site'
import { loadProfile, submitProfile } from '@freeor/site-frame/settings/profile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf, pageVisit } from '../../testing/page-visit.ts'
import { addPerson, type Person } from '../../testing/people.ts'
import { openTestSystem, type TestSystem } from '../../testing/test-system.ts'

/** The profile's page, called as its form calls it. */

let system: TestSystem
let as: Person

beforeAll(async () => {
  system = await openTestSystem({ jobs: false })
  as = await addPerson(system.deps, system.call, { name: 'ada' })
})
afterAll(async () => await system.close())

const filled = () => ({ intent: 'profile', name: 'Ada', phone: '555 222 3333', email: as.email, org: '' })

const save = async (form: Record<string, string>, site: Site = 'leads') => {
  const visit = pageVisit(system, '/settings/profile', { as, site, form: { ...filled(), ...form } })
  return await outcomeOf(submitProfile(visit))
}

const saved = async () => (await loadProfile(pageVisit(system, '/settings/profile', { as }))).userProfile

test('a first save creates the profile, the next update it, and each is there afterwards', async () => {
  expect(await save({ org: 'Other', otherOrg: 'Analytical Engines' })).toMatchObject({
    status: 200,
    value: { ok: true, text: 'Your profile has been created!' },
  })
  expect(await saved()).toMatchObject({ name: 'Ada', org: 'Analytical Engines' })
  expect(await save({ name: 'Ada Lovelace', org: 'Sample Fellowship' })).toMatchObject({
    value: { ok: true, text: 'Your profile has been updated!' },
  })
  expect(await saved()).toMatchObject({ name: 'Ada Lovelace', org: 'Sample Fellowship' })
})

test('an organization can be cleared where none is required', async () => {
  await save({ org: 'Sample Fellowship' })
  expect(await save({ org: '' })).toMatchObject({
    value: { ok: true, text: 'Your profile has been updated!' },
  })
  expect(await saved()).toMatchObject({ org: '' })
})

test('on the site that requires an organization neither the page nor the API clears it', async () => {
  await save({ org: 'Sample Fellowship' })
  expect(await save({ org: '' }, 'courses')).toMatchObject({
    status: 422,
    value: { ok: false, text: 'Please select an organization.' },
  })
  for (const [path, method, body] of [
    ['/api/account/profile', 'PATCH', { org: '' }],
    ['/api/verify_account', 'POST', { verificationCode: '000000', userProfile: { org: '' } }],
  ] as const) {
    const answer = await system.call(method, path, { as, site: 'courses', body })
    expect([answer.status, answer.body.detail]).toEqual([422, 'Please select an organization.'])
  }
  expect(await saved()).toMatchObject({ org: 'Sample Fellowship' })
})

test.each([
  [{ name: '' }, 'Please update the name.'],
  [{ phone: '' }, 'Please update the phone number.'],
  [{ email: '' }, 'Please update the email.'],
  [{ org: 'Other', otherOrg: '' }, 'Please add the name of your organization.'],
  [{ email: 'else@people.example' }, 'Please update the email under update email.'],
])('a form with %j says: %s', async (form, text) => {
  expect(await save(form)).toMatchObject({ status: 422, value: { ok: false, text } })
})
