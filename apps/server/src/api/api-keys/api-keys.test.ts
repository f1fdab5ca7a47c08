import { afterAll, beforeAll, expect, test } from 'vitest'
import { leadsOperations } from '../../sites/leads/operations.ts'
import { freshen } from '../../testing/account-things.ts'
import { operations } from '../../testing/operations-under-test.ts'
import { addPeople, type People, type Person } from '../../testing/people.ts'
import { openTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
let people: People

beforeAll(async () => {
  system = await openTestSystem({ jobs: false })
  people = await addPeople(system.deps, system.call)
})
afterAll(async () => await system.close())

type NewKey = { id: string; key: string; prefix: string }

async function makeKey(as: Person, scopes: string[], more = {}): Promise<NewKey> {
  await freshen(system, as)
  const body = { name: 'Nightly', scopes, ...more }
  const answer = await system.call('POST', '/api/account/api_keys', { as, body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

const withKey = async <Method extends string, Path extends string>(key: string, method: Method, path: Path) =>
  await system.call(method, path, {
    headers: { authorization: `Bearer ${key}` },
  })

const ask = async (key: string) => await withKey(key, 'GET', '/api/saved-searches')

test('a key is shown once, is kept as a hash, and has the time of its last use', async () => {
  const { owner } = people
  const { key, id, prefix } = await makeKey(owner, ['account'])
  expect(key.startsWith(prefix)).toBe(true)
  const list = () =>
    system.call('GET', '/api/account/api_keys', {
      as: owner,
    })
  const before = await list()
  expect(before.text).not.toContain(key)
  expect(before.body.apiKeys.find((one) => one.id === id)?.lastUsedAt).toBeNull()
  const me = await withKey(key, 'GET', '/api/me')
  expect(me.body.user?.id).toBe(owner.userId)
  const after = await list()
  expect(after.body.apiKeys.find((one) => one.id === id)?.lastUsedAt).not.toBeNull()
})

test('no key calls an operation that names none of its scopes, above all credentials, money and people', async () => {
  const narrow = await makeKey(people.owner, ['account'])
  const wide = await makeKey(people.owner, [
    'account',
    'search',
    'saved-searches',
    'sharing',
    'downloads',
    'downloads.order',
  ])
  const closed = operations.filter(({ access }) => access !== 'super_admin')
  const refused = new Set<string>()
  for (const { id, method, path, apiKeyScope } of closed) {
    const address = path.replaceAll(/\{\w+\}/g, 'x')
    // Any key may call the MCP server, which calls other operations with that key: they refuse it themselves.
    if (apiKeyScope !== 'account' && apiKeyScope !== 'any') {
      const answer = await withKey(narrow.key, method.toUpperCase(), address)
      // An answer to HEAD has no body.
      const code = method === 'head' ? 'forbidden' : answer.body.code
      expect([id, answer.status, code]).toEqual([id, 403, 'forbidden'])
    }
    if (apiKeyScope) continue
    expect((await withKey(wide.key, method.toUpperCase(), address)).status, id).toBe(403)
    refused.add(id)
  }
  const never = [
    'reauthenticate',
    'createApiKey',
    'deleteAccount',
    'subscribe',
    'invitePerson',
    'updateEmail',
  ]
  expect(never.filter((id) => closed.some((one) => one.id === id) && !refused.has(id))).toEqual([])
})

test('a key may be made for every call of Leads, but for what only a person may decide', () => {
  const closed = leadsOperations.filter(({ access, apiKeyScope }) => access === 'user' && !apiKeyScope)
  expect(closed.map(({ id }) => id).toSorted()).toEqual(
    [
      // Spends leads later without the key's budget (078).
      ...['createSchedule', 'changeSchedule', 'deleteSchedule', 'orderWaiting'],
      // Limits and approvals are what keys fall under (087).
      ...['setSpendingLimit', 'approveDownload', 'refuseDownload'],
      // A rule for the company's people.
      'setSharePolicy',
      // Shows secrets, and sends the company's data elsewhere for good (074).
      ...['addWebhook', 'changeWebhook', 'deleteWebhook', 'listWebhooks', 'testWebhook', 'turnWebhookSecret'],
      ...['listWebhookDeliveries', 'replayWebhookDelivery'],
    ].toSorted(),
  )
})

test('a key of a super admin has no super admin rights and gets no session', async () => {
  const { key } = await makeKey(people.superAdmin, ['account', 'search'])
  expect((await withKey(key, 'GET', '/api/mail-outbox')).status).toBe(403)
  const session = await system.call('GET', '/api/account/sessions', {
    headers: { authorization: `Bearer ${key}` },
  })
  expect(session.status).toBe(403)
})

test('a revoked, an expired and an altered key authenticate nobody', async () => {
  const { owner } = people
  const { key, id } = await makeKey(owner, ['saved-searches'])
  expect((await ask(key)).status).toBe(200)
  expect((await ask(`${key}x`)).status).toBe(401)
  await system.call('DELETE', `/api/account/api_keys/${id}`, { as: owner })
  expect((await ask(key)).status).toBe(401)
})

test('a key stops working when the membership it was made in ends', async () => {
  const { owner, member } = people
  const { key } = await makeKey(member, ['saved-searches'])
  expect((await ask(key)).status).toBe(200)
  const users = await system.call('GET', '/api/company/users', { as: owner })
  const them = users.body.companyUsers.find(({ email }) => email === member.email)
  const removed = await system.call('DELETE', `/api/company/users/${them?.id}`, { as: owner })
  expect(removed.status, removed.text).toBe(204)
  expect((await ask(key)).status).toBe(401)
  expect((await system.call('GET', '/api/account/api_keys', { as: member })).status).toBe(403)
})

test('a key is made with the password given again, and not by a viewer', async () => {
  const body = { name: 'Nightly', scopes: ['search'] }
  const stale = await system.call('POST', '/api/account/api_keys', {
    as: people.admin,
    body,
  })
  expect([stale.status, stale.body.code]).toEqual([403, 'reauthentication_required'])
  await freshen(system, people.viewer)
  expect((await system.call('POST', '/api/account/api_keys', { as: people.viewer, body })).status).toBe(403)
})
