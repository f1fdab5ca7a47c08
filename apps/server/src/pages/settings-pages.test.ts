import { sessions } from '@freeor/accounts/tables'
import { pageTexts } from '@freeor/site-frame/frame/page-texts'
import type { PageRequest } from '@freeor/site-frame/frame/request-context'
import { loadApiKeys, submitApiKeys } from '@freeor/site-frame/settings/api-keys'
import { loadChangePassword, submitChangePassword } from '@freeor/site-frame/settings/change-password'
import { loadCompany, submitCompany } from '@freeor/site-frame/settings/company'
import { loadDeleteAccount, submitDeleteAccount } from '@freeor/site-frame/settings/delete-account'
import { loadSessions, submitSessions } from '@freeor/site-frame/settings/sessions'
import { settingsTexts } from '@freeor/site-frame/settings/settings-texts'
import { loadTwoFactor, submitTwoFactor } from '@freeor/site-frame/settings/two-factor'
import { loadUpdateEmail, submitUpdateEmail } from '@freeor/site-frame/settings/update-email'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { outcomeOf, pageVisit } from '../testing/page-visit.ts'
import { addPerson, type Person, signIn } from '../testing/people.ts'
import { openTestSystem, type TestSystem } from '../testing/test-system.ts'

/** Loaders and actions of the settings, as their forms are sent. */

let system: TestSystem
let owner: Person
let stranger: Person
let people = 0

beforeAll(async () => {
  system = await openTestSystem()
  stranger = await addPerson(system.deps, system.call, { name: 'stranger' })
})
beforeEach(async () => {
  people += 1
  owner = await addPerson(system.deps, system.call, { name: `owner-${people}` })
})
afterAll(async () => await system.close())

type Work = (args: PageRequest) => Promise<unknown>

const send = async (submit: Work, form: Record<string, string>, as: Person | undefined = owner) =>
  await outcomeOf(submit(pageVisit(system, '/settings', { as, form })))

const open = async (load: Work, as: Person | undefined = owner) =>
  await outcomeOf(load(pageVisit(system, '/settings', { as })))

const refused = (text: string | RegExp, status: number) => ({
  status,
  value: { ok: false, text: typeof text === 'string' ? text : expect.stringMatching(text) },
})

const done = (text: string | RegExp) => ({
  status: 200,
  value: { ok: true, text: typeof text === 'string' ? text : expect.stringMatching(text) },
})

const isSignedIn = async ({ cookie }: Pick<Person, 'cookie'>) =>
  (await system.call('GET', '/api/account/profile', { headers: { cookie } })).status === 200

const showThemselves = async (submit: Work, { email, password }: Person = owner) =>
  await send(submit, { intent: 'reauthenticate', email, password })

const texts = settingsTexts

describe.each([
  { pane: 'update_email', load: loadUpdateEmail, submit: submitUpdateEmail },
  { pane: 'change_password', load: loadChangePassword, submit: submitChangePassword },
  { pane: 'two_factor', load: loadTwoFactor, submit: submitTwoFactor },
  { pane: 'sessions', load: loadSessions, submit: submitSessions },
  { pane: 'company', load: loadCompany, submit: submitCompany },
  { pane: 'api_keys', load: loadApiKeys, submit: submitApiKeys },
  { pane: 'delete_account', load: loadDeleteAccount, submit: submitDeleteAccount },
])('the pane $pane', ({ pane, load, submit }) => {
  test('leads whoever is not signed in to the login and back; what they send stays where it was typed', async () => {
    const path = `/settings/${pane}?from=mail`
    const location = `/login?next=${encodeURIComponent(path)}`
    const visit = (form?: Record<string, string>) => pageVisit(system, path, form ? { form } : {})
    expect(await outcomeOf(load(visit()))).toMatchObject({ status: 302, location })
    expect(await outcomeOf(submit(visit({ intent: 'x' })))).toMatchObject({
      status: 401,
      value: { code: 'unauthenticated' },
    })
  })

  test('opens for its user', async () => {
    expect(await open(load)).toMatchObject({ status: 200, value: expect.any(Object) })
  })
})

test.each([
  { submit: submitChangePassword, what: 'change of the password' },
  { submit: submitUpdateEmail, what: 'change of the address' },
  { submit: submitDeleteAccount, what: 'deletion' },
  { submit: submitApiKeys, what: 'new key' },
])('before a $what the password is refused with the address of somebody else', async ({ submit }) => {
  const { email } = stranger
  const answer = await send(submit, { intent: 'reauthenticate', email, password: owner.password })
  expect(answer).toMatchObject(refused(texts.password.out, 422))
  expect(await showThemselves(submit)).toMatchObject(done(texts.password.in))
})

describe('a new password', () => {
  const change = async (form: Record<string, string>) =>
    await send(submitChangePassword, { intent: 'password', currentPassword: owner.password, ...form })

  test('is refused when it was typed in two ways, and when the current one is wrong', async () => {
    const differing = await change({ password: 'a horse of another colour', confirm: 'another' })
    expect(differing).toMatchObject(refused("Uh oh, your passwords don't match :(", 422))
    const next = { password: 'a horse of another colour', confirm: 'a horse of another colour' }
    const wrong = await change({ ...next, currentPassword: 'not the one' })
    expect(wrong.status).toBeGreaterThanOrEqual(400)
    expect(wrong).toMatchObject({
      value: { ok: false, text: expect.stringMatching(/^Password was not updated: /) },
    })
    expect(await signIn(system.call, owner)).toMatchObject({ token: expect.any(String) })
  })

  test('is taken, says so where it leads, and ends the other sessions', async () => {
    const other = await signIn(system.call, owner)
    const password = 'a horse of another colour'
    const changed = await change({ password, confirm: password })
    expect(changed).toMatchObject({ status: 302, location: expect.stringMatching(/^\/search\?/) })
    expect(await isSignedIn(other)).toBe(false)
    expect(await signIn(system.call, { ...owner, password })).toMatchObject({ token: expect.any(String) })
  })
})

test('a new address: none is refused, one gets a code, and a wrong code changes nothing', async () => {
  expect(await send(submitUpdateEmail, { intent: 'email', email: 'nobody' })).toMatchObject(
    refused(texts.email.bad, 422),
  )
  await showThemselves(submitUpdateEmail)
  const email = `new-${people}@people.example`
  expect(await send(submitUpdateEmail, { intent: 'email', email })).toMatchObject(
    done(texts.email.sent(email)),
  )
  expect(await send(submitUpdateEmail, { intent: 'confirm', code: '000000' })).toMatchObject(
    refused(pageTexts.verification.wrong, 422),
  )
  expect(await open(loadUpdateEmail)).toMatchObject({ value: { email: owner.email } })
})

test('an account is deleted by its own address only, and leads home', async () => {
  await showThemselves(submitDeleteAccount)
  const wrong = await send(submitDeleteAccount, { intent: 'delete', email: stranger.email })
  expect(wrong.status).toBeGreaterThanOrEqual(400)
  expect(await isSignedIn(owner)).toBe(true)
  const gone = await send(submitDeleteAccount, { intent: 'delete', email: owner.email })
  expect(gone).toMatchObject({ status: 302, location: '/' })
  expect(await isSignedIn(owner)).toBe(false)
  expect(await isSignedIn(stranger)).toBe(true)
})

describe('a company', () => {
  const nameOf = async (as: Person) => (await open(loadCompany, as)).value as { company: object }

  test('is renamed by its owner, and not to a name that is a link', async () => {
    expect(await send(submitCompany, { intent: 'profile', name: 'Acme', email: owner.email })).toMatchObject(
      done(texts.company.saved),
    )
    const bad = await send(submitCompany, { intent: 'profile', name: 'evil.com', email: owner.email })
    expect(bad).toMatchObject({ status: 422, value: { ok: false } })
    expect(await nameOf(owner)).toMatchObject({ company: { companyProfile: { name: 'Acme' } } })
  })

  test('is not seen by a viewer, opened or sent, nor left by its owner', async () => {
    const memberOf = { companyId: owner.companyId, role: 'viewer' } as const
    const viewer = await addPerson(system.deps, system.call, { name: `viewer-${people}`, memberOf })
    await expect(loadCompany(pageVisit(system, '/settings', { as: viewer }))).rejects.toMatchObject({
      init: { status: 404 },
    })
    const form = { intent: 'profile', name: 'Taken', email: '' }
    await expect(submitCompany(pageVisit(system, '/settings', { as: viewer, form }))).rejects.toMatchObject({
      init: { status: 404 },
    })
    expect(await nameOf(owner)).not.toMatchObject({ company: { companyProfile: { name: 'Taken' } } })
    expect(await send(submitCompany, { intent: 'leave' })).toMatchObject({
      status: 409,
      value: { ok: false },
    })
  })

  test('is handed on with the password only', async () => {
    const memberOf = { companyId: owner.companyId, role: 'member' } as const
    const heir = await addPerson(system.deps, system.call, { name: `heir-${people}`, memberOf })
    const { heirs } = (await open(loadCompany)).value as { heirs: { id: string; uid: string }[] }
    const memberId = heirs.find(({ uid }) => uid === heir.userId)?.id ?? ''
    const form = { intent: 'transfer', memberId, [`name ${memberId}`]: 'Heir' }
    const wrong = await send(submitCompany, { ...form, password: 'not the one' })
    expect(wrong.status).toBeGreaterThanOrEqual(400)
    expect(await open(loadCompany)).toMatchObject({ value: { owns: true } })
    const handed = await send(submitCompany, { ...form, password: owner.password })
    expect(handed).toMatchObject(done(texts.company.handedOver('Heir')))
    expect(await open(loadCompany, heir)).toMatchObject({ value: { owns: true } })
  })

  test('a form that asks for nothing we know is refused', async () => {
    expect(await send(submitCompany, { intent: 'sell' })).toMatchObject({ status: 400, value: { ok: false } })
  })
})

test('devices are logged out one by one or all others, and never those of somebody else', async () => {
  const other = await signIn(system.call, owner)
  const [theirs] = await system.deps.db.select().from(sessions).where(eq(sessions.userId, stranger.userId))
  const foreign = await send(submitSessions, { intent: 'end', id: theirs?.id ?? '' })
  expect(foreign).toMatchObject({ status: 404, value: { ok: false } })
  expect(await isSignedIn(stranger)).toBe(true)
  expect(await send(submitSessions, { intent: 'others' })).toMatchObject(done(texts.sessions.endedOthers))
  expect([await isSignedIn(other), await isSignedIn(owner)]).toEqual([false, true])
})

test('a key is shown once, and ended by its owner alone', async () => {
  await showThemselves(submitApiKeys)
  const { value } = await open(loadApiKeys)
  const { scopes } = value as { scopes: string[] }
  const made = await send(submitApiKeys, {
    intent: 'create',
    name: 'A script',
    scopes: scopes[0] ?? '',
    days: '',
  })
  expect(made).toMatchObject({ status: 200, value: { ok: true, key: expect.any(String) } })
  const { apiKeys } = (await open(loadApiKeys)).value as { apiKeys: { id: string }[] }
  const budget = { intent: 'budget', id: apiKeys[0]?.id ?? '', dailyBudget: '1,500' }
  expect(await send(submitApiKeys, budget)).toMatchObject(done(texts.apiKeys.budgetSaved))
  expect((await send(submitApiKeys, { ...budget, dailyBudget: 'many' })).status).toBe(422)
  const listed = (await open(loadApiKeys)).value as { apiKeys: object[] }
  expect(listed.apiKeys[0]).toMatchObject({ dailyBudget: 1500, usedToday: 0 })
  const form = { intent: 'end', id: apiKeys[0]?.id ?? '' }
  expect(await send(submitApiKeys, form, stranger)).toMatchObject({ status: 404, value: { ok: false } })
  expect(await send(submitApiKeys, form)).toMatchObject(done(texts.apiKeys.ended))
})

test('two steps: the picture stays while a wrong code is corrected', async () => {
  await showThemselves(submitTwoFactor)
  const started = await send(submitTwoFactor, { intent: 'start' })
  const { shown } = started.value as { shown: { setup: { secret: string; qrSvg: string } } }
  expect(shown.setup.qrSvg).toContain('<svg')
  const wrong = await send(submitTwoFactor, { intent: 'confirm', code: '000000', ...shown.setup })
  expect(wrong.status).toBeGreaterThanOrEqual(400)
  const { secret, qrSvg } = shown.setup
  expect(wrong).toMatchObject({ value: { ok: false, shown: { setup: { secret, qrSvg } } } })
  expect(await open(loadTwoFactor)).toMatchObject({ value: { enabled: false } })
})
