import { users } from '@freeor/accounts/tables'
import { downloads } from '@freeor/leads/downloads/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshen } from '../testing/account-things.ts'
import {
  addCompany,
  type CompaniesFixture,
  openCompaniesFixture,
  orderDownload,
} from '../testing/companies-fixture.ts'
import { documentedOperations } from '../testing/operations-under-test.ts'
import type { Person } from '../testing/people.ts'

/** An account of an address nobody has proven: it spends nothing, writes to nobody and leaves nothing behind. */

let fixture: CompaniesFixture
let unproven: Person

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 60 })
  unproven = await addCompany(fixture, 'unproven')
  await setProven(false)
})
afterAll(async () => await fixture.close())

const setProven = async (emailVerified: boolean, more: { phone?: string; phoneVerifiedAt?: Date } = {}) =>
  await fixture.deps.db
    .update(users)
    .set({ emailVerified, ...more })
    .where(eq(users.id, unproven.userId))

const refused = { code: 'verification_required', emailVerified: false }

test('an order is refused with an answer that says why, and costs nothing', async () => {
  await setProven(false, { phone: '+15552223333', phoneVerifiedAt: new Date() })
  const order = await orderDownload(fixture, unproven)
  expect(order.status).toBe(403)
  expect(order.body).toMatchObject({ ...refused, detail: 'Please confirm your email address first.' })
  const mine = eq(downloads.companyId, unproven.companyId)
  expect(await fixture.deps.db.$count(downloads, mine)).toBe(0)
  const me = await fixture.call('GET', '/api/me', { as: unproven })
  expect(me.body.allowance?.leadsRemaining).toBe(25)
})

test('a search and a quote are free to look at', async () => {
  const body = { dictId: 'firms', limit: 1 }
  const quote = await fixture.call('POST', '/api/downloads/quote', { as: unproven, body })
  expect(quote.status, quote.text).toBe(200)
})

const taking = documentedOperations().filter(({ provenAddress }) => provenAddress)

test('these calls need a proven address, and a new call of their kind must be listed here', () => {
  expect(taking.map(({ id }) => id).toSorted()).toEqual([
    'addPasskey',
    'addWebhook',
    'approveDownload',
    'askForApproval',
    'beginIdentityLink',
    'beginPasskey',
    'beginTwoFactor',
    'changeApiKey',
    'changeWebhook',
    'confirmDownload',
    'confirmTwoFactor',
    'createApiKey',
    'createSchedule',
    'createShareLink',
    'invitePerson',
    'inviteToOrganization',
    'issueCertificate',
    'orderWaiting',
    'removePasskey',
    'removePassword',
    'replayWebhookDelivery',
    'reportQuestion',
    'resendInvitation',
    'retakeAttempt',
    'retryEmail',
    'returnLeads',
    'sendCourseMessage',
    'sendEmail',
    'setAlert',
    'startAttempt',
    'testWebhook',
    'turnShareLink',
    'unlinkIdentity',
  ])
})

describe.each(taking)('$id', ({ method, path }) => {
  test('is refused before anything else is checked', async () => {
    await setProven(false)
    const answer = await fixture.call(method, path.replace(/\{\w+\}/, 'inv_missing'), {
      as: unproven,
      body: {},
    })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject(refused)
  })
})

test('once the address is proven, the same person orders', async () => {
  await setProven(true)
  expect((await orderDownload(fixture, unproven)).status).toBe(202)
  await freshen(fixture, unproven)
  const key = { name: 'Nightly', scopes: ['search'] }
  expect((await fixture.call('POST', '/api/account/api_keys', { as: unproven, body: key })).status).toBe(201)
})
