import { setPlanByHand } from '@freeor/billing/admin/commands'
import { loadBilling } from '@freeor/site-frame/billing/billing-settings'
import { pageTexts } from '@freeor/site-frame/frame/page-texts'
import { loadInvitation, submitInvitation } from '@freeor/site-frame/people/invitation'
import { loadLostAccess, submitLostAccess } from '@freeor/site-frame/people/lost-access'
import { loadPeople, type PeopleData, submitPeople } from '@freeor/site-frame/people/people'
import { loadProfile } from '@freeor/site-frame/settings/profile'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addInvitation } from '../testing/company-people.ts'
import { outcomeOf, pageVisit } from '../testing/page-visit.ts'
import { addPerson, type Person } from '../testing/people.ts'
import { openTestSystem, type TestSystem } from '../testing/test-system.ts'

/** Loaders and actions of the pages about people, as their forms are sent. */

let system: TestSystem
let owner: Person
let stranger: Person
let number = 0

async function addOwner(name: string): Promise<Person> {
  const person = await addPerson(system.deps, system.call, { name })
  const { companyId } = person
  const hand = { superAdminUserId: undefined, reason: 'a test', now: new Date() }
  await setPlanByHand(system.deps.db, { companyId, site: 'leads', planID: 'freeor_biz', ...hand })
  return person
}

beforeAll(async () => {
  system = await openTestSystem()
  stranger = await addOwner('stranger')
})
beforeEach(async () => {
  number += 1
  owner = await addOwner(`owner-${number}`)
})
afterAll(async () => await system.close())

const texts = pageTexts.people

const send = async (form: Record<string, string>, as: Person = owner) =>
  await outcomeOf(submitPeople(pageVisit(system, '/settings/people', { as, form })))

const readPeople = async (as: Person = owner): Promise<PeopleData> =>
  await loadPeople(pageVisit(system, '/settings/people', { as }))

const addTo = async (as: Person, role: 'admin' | 'member' | 'viewer') =>
  await addPerson(system.deps, system.call, {
    name: `${role}-${number}`,
    memberOf: { companyId: as.companyId, role },
  })

const rowOf = async (email: string, as: Person = owner) =>
  (await readPeople(as)).companyUsers.find((each) => each.email === email)

describe('the people of a company', () => {
  test('are invited, invited again and no more, each with a word of it', async () => {
    const email = `guest-${number}@people.example`
    const invited = { value: { ok: true, text: `An invitation is on its way to ${email}.` } }
    expect(await send({ intent: 'invite', email, role: 'viewer' })).toMatchObject(invited)
    const row = await rowOf(email)
    const id = row?.id ?? ''
    expect(row).toMatchObject({ role: 'viewer', uid: null })
    expect(await send({ intent: 'resend', id, email })).toMatchObject(invited)
    expect(await send({ intent: 'revoke', id, email })).toMatchObject({
      value: { text: texts.revoked(email) },
    })
    expect(await rowOf(email)).toBeUndefined()
  })

  test('an address that is none is refused, with the reason and without an invitation', async () => {
    const before = (await readPeople()).companyUsers.length
    expect(await send({ intent: 'invite', email: 'nobody', role: 'member' })).toMatchObject({
      status: 422,
      value: { ok: false, intent: 'invite' },
    })
    expect((await readPeople()).companyUsers).toHaveLength(before)
  })

  test('get another role and are removed', async () => {
    const { email } = await addTo(owner, 'member')
    const { id = '' } = (await rowOf(email)) ?? {}
    expect(await send({ intent: 'role', id, email, role: 'admin' })).toMatchObject({
      value: { ok: true, text: texts.roleSaved(email, 'Admin') },
    })
    expect(await rowOf(email)).toMatchObject({ role: 'admin' })
    expect(await send({ intent: 'remove', id, email })).toMatchObject({
      value: { ok: true, text: texts.removed(email) },
    })
    expect(await rowOf(email)).toBeUndefined()
  })

  test('are managed by nobody of another company, nor by a member', async () => {
    const member = await addTo(owner, 'member')
    const { id = '' } = (await rowOf(member.email)) ?? {}
    const removal = { intent: 'remove', id, email: member.email }
    expect(await send(removal, stranger)).toMatchObject({ status: 404, value: { ok: false } })
    expect(await readPeople(member)).toMatchObject({ canManage: false, canInvite: false })
    expect(await send({ ...removal, intent: 'role', role: 'admin' }, member)).toMatchObject({ status: 403 })
    expect(await send({ intent: 'invite', email: 'a@people.example', role: 'admin' }, member)).toMatchObject({
      status: 403,
    })
    expect(await rowOf(member.email)).toMatchObject({ role: 'member' })
  })

  test('a form that asks for nothing we know is refused', async () => {
    expect(await send({ intent: 'promote' })).toMatchObject({ status: 400, value: { ok: false } })
  })
})

describe('an invitation', () => {
  const visit = (token: string, rest: { as?: Person; form?: Record<string, string> } = {}) =>
    pageVisit(system, `/invitation?token=${token}`, rest)
  const open = async (token: string, as?: Person) =>
    await outcomeOf(loadInvitation(visit(token, as ? { as } : {})))
  const sendTo = async (token: string, form: Record<string, string>, as?: Person) =>
    await outcomeOf(submitInvitation(visit(token, { form, ...(as && { as }) })))

  test('that never was, or that was used, opens as over', async () => {
    expect(await open('nothing')).toMatchObject({ status: 410, value: { invitation: null } })
    const guest = await addPerson(system.deps, system.call, { name: `guest-of-${number}` })
    const { token } = await addInvitation(system, owner, guest.email)
    expect(await sendTo(token, { intent: 'accept' }, guest)).toMatchObject({
      status: 302,
      location: '/search',
    })
    expect(await open(token)).toMatchObject({ status: 410, value: { invitation: null } })
  })

  test('makes the account and enters, once the password was typed in twice alike', async () => {
    const email = `new-${number}@people.example`
    const { token } = await addInvitation(system, owner, email)
    expect(await open(token)).toMatchObject({ status: 200, value: { invitation: { email }, present: null } })
    const form = { intent: 'sign-up', name: 'Guest', password: 'a horse of a guest', confirm: 'another' }
    expect(await sendTo(token, form)).toMatchObject({
      status: 422,
      value: { ok: false, text: "Uh oh, your passwords don't match" },
    })
    expect(await rowOf(email)).toMatchObject({ uid: null })
    const entered = await sendTo(token, { ...form, confirm: form.password })
    expect(entered).toMatchObject({ status: 302, location: '/search' })
    expect(await rowOf(email)).toMatchObject({ uid: expect.stringMatching(/^usr_/) })
  })

  test('is accepted by nobody else who is signed in; a user who logs out comes back to it', async () => {
    const { token } = await addInvitation(system, owner, `other-${number}@people.example`)
    const refused = await sendTo(token, { intent: 'accept' }, stranger)
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused).toMatchObject({ value: { ok: false, title: texts.invitation.failed } })
    const guest = await addPerson(system.deps, system.call, { name: `leaving-${number}` })
    expect(await sendTo(token, { intent: 'logout' }, guest)).toMatchObject({
      status: 302,
      location: `/login?next=${encodeURIComponent(`/invitation?token=${token}`)}`,
    })
  })
})

test('the page for a user who lost access is for them alone, and makes an account of their own', async () => {
  const member = await addTo(owner, 'member')
  const visit = (form?: Record<string, string>) =>
    pageVisit(system, '/lost_access', { as: member, ...(form && { form }) })
  expect(await outcomeOf(loadLostAccess(visit()))).toMatchObject({ status: 302, location: '/search' })
  const { id = '' } = (await rowOf(member.email)) ?? {}
  await send({ intent: 'remove', id, email: member.email })
  expect(await outcomeOf(loadLostAccess(visit()))).toEqual({ status: 200, value: null })
  const settings = (path: string) => pageVisit(system, `/settings/${path}`, { as: member })
  // The settings of the account say so too; those of the user go on.
  const lost = { status: 403, value: { code: 'lost_access' } }
  expect(await outcomeOf(loadPeople(settings('people')))).toMatchObject(lost)
  expect(await outcomeOf(loadBilling(settings('billing')))).toMatchObject(lost)
  expect(await outcomeOf(loadProfile(settings('profile')))).toMatchObject({ status: 200 })
  expect(await outcomeOf(submitLostAccess(visit({})))).toMatchObject({ status: 302, location: '/search' })
  expect(await outcomeOf(submitLostAccess(visit({})))).toMatchObject({ status: 409, value: { ok: false } })
})
