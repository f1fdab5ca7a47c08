import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { siteAddresses } from '../site-addresses.ts'
import { buildRequest } from '../testing/call.ts'
import { addPerson, type Person } from '../testing/people.ts'
import { coursesUrl, openTestSystem, type TestSystem } from '../testing/test-system.ts'

/** What strangers can do to the server without reaching the domains: floods, methods, caches, logs. */

let system: TestSystem
let owner: Person
let superAdmin: Person

beforeAll(async () => {
  system = await openTestSystem({ jobs: false })
  owner = await addPerson(system.deps, system.call, { name: 'owner' })
  superAdmin = await addPerson(system.deps, system.call, { name: 'super_admin', superAdmin: true })
})
afterAll(async () => await system.close())

const flood = async (path: string, addressOf: (call: number) => string) =>
  await Promise.all(
    Array.from({ length: 900 }, (_, call) => system.request('GET', path, { address: addressOf(call) })),
  )
const countRefused = (answers: Response[]) => answers.filter(({ status }) => status === 429).length

describe('the API document', () => {
  test('has a rate limit for each client, like every call', async () => {
    expect(countRefused(await flood('/openapi.json', () => '198.51.100.20'))).toBeGreaterThan(0)
  })

  test('is compressed once and not sent to a client that has it', async () => {
    const headers = { 'accept-encoding': 'br' }
    const first = await system.request('GET', '/openapi.json', { headers })
    expect(first.headers.get('content-encoding')).toBe('br')
    const body = Buffer.from(await first.arrayBuffer())
    expect(first.headers.get('content-length')).toBe(String(body.length))
    expect(JSON.parse(brotliDecompressSync(body).toString())).toMatchObject({ openapi: '3.1.0' })
    const etag = first.headers.get('etag') ?? ''
    const again = await system.request('GET', '/openapi.json', { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })
})

test('one IPv6 customer is one client, however many addresses of their /64 they use', async () => {
  const theirs = await flood('/api/geography/states', (call) => `2001:db8:7:1::${call.toString(16)}`)
  expect(countRefused(theirs)).toBeGreaterThan(0)
  const neighbour = { address: '2001:db8:7:2::1' }
  expect((await system.request('GET', '/api/geography/states', neighbour)).status).toBe(200)
})

describe('a method that a path does not know', () => {
  test.each([
    ['DELETE', '/api/me', 'GET, HEAD'],
    ['PUT', '/api/downloads', 'GET, HEAD, POST'],
    ['GET', '/api/search/firms', 'POST'],
    ['PATCH', '/api/downloads/dl_1', 'GET, HEAD'],
    ['GET', '/api/auth/sign-in/email', 'POST'],
    ['DELETE', '/api/auth/sign-out', 'POST'],
    ['POST', '/openapi.json', 'GET, HEAD'],
    ['POST', '/api/docs', 'GET, HEAD'],
    ['DELETE', '/search', 'GET, HEAD, POST'],
    ['PROPFIND', '/', 'GET, HEAD, POST'],
  ])('%s %s is 405 with what is allowed', async (method, path, allow) => {
    const answer = await system.call(method, path, { as: owner })
    expect([answer.status, answer.headers.get('allow')], answer.text).toEqual([405, allow])
    expect(answer.body.code).toBe('method_not_allowed')
  })

  test('is 404 at a path that does not exist', async () => {
    for (const path of ['/api/nothing', '/api/me/more', '/api/searchfirms'])
      expect([path, (await system.call('DELETE', path, { as: owner })).status]).toEqual([path, 404])
  })
})

test('no cache on the way keeps pages and their data, and no browser keeps a member’s', async () => {
  for (const path of ['/search', '/search.data', '/', '/plans.data']) {
    const mine = await system.request('GET', path, { as: owner })
    expect([path, mine.headers.get('cache-control')]).toEqual([path, 'private, no-store'])
    const stranger = await system.request('GET', path)
    expect([path, stranger.headers.get('cache-control')]).toEqual([path, 'private, no-cache'])
  }
  expect((await system.request('GET', '/api/me', { as: owner })).headers.get('cache-control')).toBe(
    'no-store',
  )
})

test('browsers are told to stay with https where a site is reached over it, and nowhere else', async () => {
  const site = { page: async () => new Response('page'), file: async () => undefined }
  const addresses = siteAddresses({ leads: 'https://leads.example', courses: coursesUrl })
  const app = system.appWith({ addresses }, site)
  const ask = async (path: string, name: 'leads' | 'courses') => {
    const request = buildRequest('https://leads.example', 'GET', path, {})
    const answer = await app.fetch(request, { clientAddress: '198.51.100.30', site: name })
    return answer.headers.get('strict-transport-security')
  }
  for (const path of ['/', '/api/health', '/api/nothing', '/openapi.json']) {
    expect([path, await ask(path, 'leads')]).toEqual([path, 'max-age=31536000'])
    expect([path, await ask(path, 'courses')]).toEqual([path, null])
  }
})

test('no email address is in the log, also when it is part of a path', async () => {
  const email = 'private.person@people.example'
  const before = system.logLines.length
  for (const as of [owner, superAdmin, undefined])
    for (const address of [email, encodeURIComponent(email)]) {
      await system.call('GET', `/api/embedded/accounts/find/${address}`, { as })
      await system.call('GET', `/api/nothing/${address}/more`, { as })
      await system.call('GET', `/people/${address}`, { as })
    }
  const lines = system.logLines.slice(before)
  expect(lines.filter((line) => line.includes('[email]')).length).toBeGreaterThanOrEqual(18)
  expect(lines.join('\n')).not.toMatch(/private\.person/)
})
