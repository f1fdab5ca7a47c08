import { customers } from '@freeor/billing/tables'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshen } from '../../testing/account-things.ts'
import {
  addCompany,
  type CompaniesFixture,
  finished,
  openCompaniesFixture,
} from '../../testing/companies-fixture.ts'
import { firmsDictId } from '../../testing/firms.ts'
import type { Person } from '../../testing/people.ts'
import { memberIdOf } from '../../testing/spending-things.ts'

/** What an agent with a key does, through the client that agents use. */

let fixture: CompaniesFixture
let owner: Person
let companies = 0
const opened: Client[] = []

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 60 })
})
beforeEach(async () => {
  companies += 1
  owner = await addCompany(fixture, `agents-${companies}`)
  await freshen(fixture, owner)
})
afterAll(async () => {
  for (const client of opened) await client.close()
  await fixture.close()
})

const everything = ['account', 'search', 'downloads', 'downloads.order'] as const

async function makeKey(
  scopes: readonly string[] = everything,
  dailyBudget?: number,
  as = owner,
): Promise<string> {
  const body = { name: 'Agent', scopes, dailyBudget }
  const made = await fixture.call('POST', '/api/account/api_keys', { as, body })
  expect(made.status, made.text).toBe(201)
  return made.body.key
}

async function connect(key: string): Promise<Client> {
  const client = new Client({ name: 'a test', version: '1' })
  const fetch = async (url: string | URL, init?: RequestInit) =>
    await fixture.app.fetch(new Request(url, init), { clientAddress: '198.51.100.7', site: 'leads' })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://leads.example/api/mcp'), { fetch, requestInit }),
  )
  opened.push(client)
  return client
}

type Told = Record<string, unknown>

async function use(client: Client, name: string, given: Told = {}): Promise<Told & { isError: boolean }> {
  const answer = await client.callTool({ name, arguments: given })
  return { ...(answer.structuredContent as Told), isError: answer.isError === true }
}

const dataset = firmsDictId

test('the tools are listed with what they change: one of them spends leads', async () => {
  const client = await connect(await makeKey())
  expect(client.getServerVersion()).toMatchObject({ name: 'freeor-leads', version: fixture.deps.version })
  expect(client.getInstructions()).toContain('order_download spends leads')
  const { tools } = await client.listTools()
  const marked = tools.map(({ name, annotations }) => [
    name,
    annotations?.readOnlyHint,
    annotations?.destructiveHint ?? false,
  ])
  expect(marked).toEqual([
    ['list_datasets', true, false],
    ['describe_dataset', true, false],
    ['count_leads', true, false],
    ['count_values', true, false],
    ['suggest_values', true, false],
    ['sample_leads', true, false],
    ['credits', true, false],
    ['quote_download', true, false],
    ['order_download', false, true],
    ['get_download', true, false],
    ['suppress', false, false],
  ])
})

test('an agent describes, counts, looks, quotes and orders; it is charged once, what was quoted', async () => {
  const client = await connect(await makeKey())
  const listed = await use(client, 'list_datasets')
  expect(JSON.stringify(listed)).toContain(`"${dataset}"`)
  expect(await use(client, 'describe_dataset', { dataset })).toMatchObject({ rows: 60 })
  expect(await use(client, 'count_leads', { dataset })).toMatchObject({ count: 60, isError: false })
  const one = { dataset, filter: 'company:"Firm 0007 LLC"' }
  expect(await use(client, 'count_leads', one)).toMatchObject({ count: 1 })
  const counted = await use(client, 'count_values', { dataset, columns: ['state'] })
  expect(counted).toMatchObject({ count: 60, facets: [{ column: 'state' }] })
  const suggested = await use(client, 'suggest_values', {
    dataset,
    column: 'company',
    beginning: 'firm 0007',
  })
  expect(suggested).toMatchObject({ values: [{ value: 'Firm 0007 LLC', count: 1 }] })

  const sample = await use(client, 'sample_leads', one)
  expect(JSON.stringify(sample)).toContain('Firm 0007 LLC')
  expect(JSON.stringify(sample)).not.toContain('private-person')

  const before = await use(client, 'credits')
  expect(before).toMatchObject({ budget: { daily: null, left: null } })
  const order = { dataset, limit: 3 }
  const quote = await use(client, 'quote_download', order)
  expect(quote).toMatchObject({ rows: 3, newLeads: 3, credits: { price: 3 } })
  const token = (quote.binding as { token: string }).token
  const sent = { ...order, quote: token, orderKey: 'an-order-of-an-agent' }
  const accepted = await use(client, 'order_download', sent)
  expect(accepted).toMatchObject({ isError: false, newLeads: 3 })
  expect(await use(client, 'order_download', sent)).toMatchObject({ id: accepted.id })
  await finished(fixture, owner, String(accepted.id))
  const ready = await use(client, 'get_download', { download: accepted.id })
  expect(ready).toMatchObject({ state: 'ready', downloadCount: 3 })
  const left = (credits: Told) => (credits.allowance as { leadsRemaining: number }).leadsRemaining
  expect(left(await use(client, 'credits'))).toBe(left(before) - 3)
})

test('a key’s scopes and budget hold, and a refusal says what an agent can do about it', async () => {
  const looking = await connect(await makeKey(['search']))
  expect(await use(looking, 'count_leads', { dataset })).toMatchObject({ count: 60 })
  expect(await use(looking, 'quote_download', { dataset, limit: 1 })).toMatchObject({
    isError: true,
    code: 'forbidden',
    scope: 'downloads.order',
  })

  const thrifty = await connect(await makeKey(everything, 5))
  const order = { dataset, limit: 6 }
  const { binding } = await use(thrifty, 'quote_download', order)
  const { token } = binding as { token: string }
  const refused = await use(thrifty, 'order_download', { ...order, quote: token, orderKey: 'too-many-leads' })
  expect(refused).toMatchObject({
    isError: true,
    code: 'budget_exceeded',
    budget: { daily: 5, used: 0, left: 5 },
  })
  const forged = { ...order, limit: 2, quote: `${token}x`, orderKey: 'a-forged-quote' }
  expect(await use(thrifty, 'order_download', forged)).toMatchObject({ isError: true, code: 'conflict' })
  expect(await use(thrifty, 'count_leads', { dataset, filter: 'nothing:like this' })).toMatchObject({
    isError: true,
  })
})

test('an agent of a member falls under the member’s limit, and is told how to get more', async () => {
  const { owner: head, member } = fixture.people
  await freshen(fixture, member)
  const path = `/api/spending/limits/${await memberIdOf(fixture, member)}`
  expect((await fixture.call('PUT', path, { as: head, body: { leads: 2 } })).status).toBe(204)
  const client = await connect(await makeKey(everything, undefined, member))
  const order = { dataset, limit: 3 }
  const { binding } = await use(client, 'quote_download', order)
  const { token } = binding as { token: string }
  const before = await use(client, 'credits')
  const refused = await use(client, 'order_download', { ...order, quote: token, orderKey: 'above-the-limit' })
  expect(refused).toMatchObject({ isError: true, code: 'spending_limit_exceeded' })
  expect(await use(client, 'credits')).toEqual(before)
})

test('what is suppressed is left out of the next quote', async () => {
  const client = await connect(await makeKey())
  const entries = ['private-person-0007@firm-0007.example', 'private-person-0008@firm-0008.example']
  await fixture.deps.db
    .update(customers)
    .set({ planID: 'freeor_biz' })
    .where(eq(customers.companyId, owner.companyId))
  const added = await use(client, 'suppress', { name: 'Asked not to be written to', entries })
  expect(added).toMatchObject({ state: 'applied', entries: [{ form: 'email', count: 2 }] })
  expect(await use(client, 'quote_download', { dataset })).toMatchObject({ matches: 60, listed: 2 })
})

test('nobody gets in without a key, and what is no message is refused', async () => {
  const post = async (rawBody: string, headers: Record<string, string> = {}) =>
    await fixture.call('POST', '/api/mcp', {
      rawBody,
      headers: { accept: 'application/json, text/event-stream', ...headers },
    })
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  expect((await post(ping)).status).toBe(401)
  const key = { authorization: `Bearer ${await makeKey(['search'])}` }
  expect((await post(ping, key)).status).toBe(200)
  expect((await post('{', key)).status).toBe(400)
  expect((await post('[]', key)).status).toBe(422)
  expect((await post(`[${ping},${ping}]`, key)).status).toBe(422)
  const deep = '['.repeat(300_000) + ']'.repeat(300_000)
  const nested = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`
  expect((await post(deep, key)).status).toBe(422)
  expect((await post(nested(deep), key)).status).toBe(422)
  const inside = await post(nested(`{"name":"count_leads","arguments":{"dataset":${deep}}}`), key)
  expect(inside.text).toContain('"isError":true')
  expect((await post(`${ping}${' '.repeat(1_100_000)}`, key)).status).toBe(413)
  expect((await fixture.call('GET', '/api/mcp', { headers: key })).status).toBe(405)
  const foreign = { cookie: owner.cookie, origin: 'https://elsewhere.example' }
  expect((await post(ping, foreign)).status).toBe(403)
})
