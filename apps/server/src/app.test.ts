import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildRequest, readAnswer } from './testing/call.ts'
import { addPerson, type Person } from './testing/people.ts'
import { leadsUrl, openTestSystem, type TestSystem } from './testing/test-system.ts'

let system: TestSystem
let owner: Person
let superAdmin: Person

beforeAll(async () => {
  system = await openTestSystem({ jobs: false })
  owner = await addPerson(system.deps, system.call, { name: 'owner' })
  superAdmin = await addPerson(system.deps, system.call, { name: 'super_admin', superAdmin: true })
})

afterAll(async () => await system.close())

describe('every answer', () => {
  test.each([
    ['GET', '/api/health'],
    ['GET', '/api/nothing'],
    ['GET', '/api/downloads'],
    ['GET', '/'],
    ['GET', '/openapi.json'],
    ['GET', '/api/docs'],
    ['POST', '/api/auth/sign-in/email'],
  ])('to %s %s has a request id of its own and the fixed headers', async (method, path) => {
    const [one, other] = await Promise.all([system.call(method, path), system.call(method, path)])
    expect(one.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/)
    expect(one.headers.get('x-request-id')).not.toBe(other.headers.get('x-request-id'))
    expect(Object.fromEntries(one.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
  })

  test('is in the log with its request id and path, without query, cookie or token', async () => {
    const secret = 'what-a-person-searched-for'
    const answer = await system.call('GET', `/api/geography/places?q=${secret}`, { as: owner, via: 'bearer' })
    const lines = system.logLines.filter((line) => line.includes(answer.headers.get('x-request-id') ?? '?'))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'request', method: 'GET', path: '/api/geography/places', status: 200 },
    ])
    const all = system.logLines.join()
    for (const hidden of [secret, owner.token, owner.cookie, owner.password])
      expect(all).not.toContain(hidden)
  })

  test('lets no other origin read it', async () => {
    const headers = { origin: 'http://evil.example', 'access-control-request-method': 'POST' }
    for (const path of ['/api/me', '/api/downloads', '/api/imports/uploads'])
      for (const method of ['OPTIONS', 'GET']) {
        const answer = await system.call(method, path, { headers, as: superAdmin })
        expect(answer.headers.get('access-control-allow-credentials'), `${method} ${path}`).toBeNull()
        if (!path.includes('uploads')) expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      }
  })
})

test.each([
  '/api',
  '/api/',
  '/api/nothing',
  '/api/downloads/x/y/z',
  '/api/auth',
  '/api/auth/admin/list-users',
])('%s, which does not exist, is a problem document and no page', async (path) => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await system.call(method, path, { as: owner })
    expect(answer.status, `${method} ${answer.text}`).toBe(404)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  }
})

test('the calls that an accounts library would add do not exist, above all those that would grant rights', async () => {
  for (const route of [
    'admin/set-role',
    'admin/impersonate-user',
    'admin/create-user',
    'update-user',
    'update-session',
    'sign-in/social',
    'delete-user',
    'get-session',
    'list-sessions',
    'revoke-session',
    'send-verification-email',
    'verify-email',
    'set-password',
    'reset-password/some-token',
    '__proto__',
    'ok',
    'error',
  ])
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { body: { userId: owner.userId, role: 'super_admin' } } : {}
      const answer = await system.call(method, `/api/auth/${route}`, { as: superAdmin, ...body })
      expect(answer.status, `${method} ${route}`).toBe(404)
    }
})

describe('an unexpected error', () => {
  const broken = (message: string) => {
    const fail = () => {
      throw new Error(message)
    }
    const db = new Proxy(system.deps.db, { get: fail })
    return system.appWith({ db }, page)
  }
  const page = { page: async () => new Response('page'), file: async () => undefined }
  const message = 'select "password" from "accounts" where id = $1 -- /srv/freeor/secret.ts:1'

  test('is answered without its text, and is in the log with its request id', async () => {
    const request = buildRequest(leadsUrl, 'GET', '/api/downloads', { as: owner })
    const answer = await readAnswer<{ code: string; requestId: string }>(await broken(message).fetch(request))
    expect(answer.status).toBe(500)
    expect(answer.body.code).toBe('internal')
    expect(answer.text).not.toMatch(/select|password|secret|\.ts|\bat /i)
    const line = system.logLines.find(
      (text) => text.includes(answer.body.requestId) && text.includes('failed'),
    )
    expect(line).toContain('select')
  })
})

test('on a full disk people sign in and out to read, and nothing else is stored', async () => {
  const page = { page: async () => new Response('page'), file: async () => undefined }
  const app = system.appWith({ room: { isLow: () => true } }, page)
  const post = async (path: string, body: object) =>
    await app.fetch(buildRequest(leadsUrl, 'POST', path, { body, headers: { origin: leadsUrl } }))
  const { email, password } = owner
  const signedIn = await post('/api/auth/sign-in/email', { email, password })
  expect(signedIn.status).toBe(200)
  expect((await post('/api/auth/sign-out', {})).status).toBe(200)
  for (const path of ['sign-up/email', 'request-password-reset']) {
    const refused = await post(`/api/auth/${path}`, { email, password })
    expect(await refused.json()).toMatchObject({ status: 503, reason: 'disk_full' })
  }
})

describe('a page', () => {
  const nonceOf = (policy: string | null) => /'nonce-([^']+)'/.exec(policy ?? '')?.[1]

  test('has a policy with a nonce that its scripts carry and that is never the same', async () => {
    const [one, other] = await Promise.all([system.call('GET', '/'), system.call('GET', '/')])
    const policy = one.headers.get('content-security-policy')
    const nonce = nonceOf(policy)
    expect(Buffer.from(nonce ?? '', 'base64')).toHaveLength(16)
    expect(one.text).toContain(`nonce="${nonce}"`)
    expect(nonceOf(other.headers.get('content-security-policy'))).not.toBe(nonce)
    for (const directive of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'self'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
      expect(policy).toContain(directive)
    const scripts = /script-src ([^;]*)/.exec(policy ?? '')?.[1]
    expect(scripts).toBe(`'self' 'nonce-${nonce}'`)
  })

  test('asks the API as its visitor', async () => {
    expect((await system.call('GET', '/')).text).toContain('"user":null')
    expect((await system.call('GET', '/', { as: owner })).text).toContain(owner.email)
  })

  test('cannot be posted to from another site', async () => {
    const headers = { origin: 'http://evil.example' }
    expect((await system.call('POST', '/login', { as: owner, headers, rawBody: 'a=b' })).status).toBe(403)
  })

  test('refuses an endless form', async () => {
    const rawBody = 'a'.repeat(3_000_000)
    expect((await system.call('POST', '/login', { rawBody })).status).toBe(413)
  })
})

test('the API documents are rendered from our own files and allow no script of others', async () => {
  const docs = await system.call('GET', '/api/docs')
  expect(docs.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(docs.text).not.toMatch(/(src|href)="(https?:)?\/\//)
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js'])
    expect((await system.call('GET', `/api/docs/${file}`)).status).toBe(200)
  for (const file of ['package.json', 'swagger-ui-bundle.js.map', '..%2fpackage.json', 'index.js'])
    expect((await system.call('GET', `/api/docs/${file}`)).status).toBe(404)
})

test('a long text answer is compressed for a client that accepts it', async () => {
  const headers = { 'accept-encoding': 'gzip' }
  const [plain, small] = [
    await system.call('GET', '/openapi.json'),
    await system.request('GET', '/openapi.json', { headers }),
  ]
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(small.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(await small.arrayBuffer()).toString()).toBe(plain.text)
})

test('a client that floods gets 429 with Retry-After, another is served, and health always answers', async () => {
  const address = '198.51.100.7'
  const flood = await Promise.all(
    Array.from({ length: 900 }, () => system.call('GET', '/api/geography/states', { address })),
  )
  const refused = flood.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  for (const { headers, body } of refused) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(body).toMatchObject({ code: 'rate_limited' })
  }
  expect((await system.call('GET', '/api/geography/states', { address: '198.51.100.8' })).status).toBe(200)
  expect((await system.call('GET', '/api/health', { address })).status).toBe(200)
})

test('a page counts once, however many calls its rendering makes; a flood of pages is refused too', async () => {
  const visit = (address: string, visits: number) =>
    Promise.all(Array.from({ length: visits }, () => system.call('GET', '/', { address })))
  for (const { text } of await visit('198.51.100.9', 300)) expect(text).not.toContain('rate_limited')
  const flood = await visit('198.51.100.10', 900)
  expect(flood.some(({ text }) => text.includes('rate_limited'))).toBe(true)
})

test('a sign-in larger than any real one is refused', async () => {
  const rawBody = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(100_000) })
  for (const headers of [{}, { 'content-length': '' }] as Record<string, string>[]) {
    const answer = await system.call('POST', '/api/auth/sign-in/email', { rawBody, headers })
    expect(answer.status).toBe(413)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  }
})

test.each(['..%2Fauth-secret', '%2e%2e%2fsample-logins', '..%5Cx', 'nothing', 'up_%00', 'up_a/../b'])(
  'the upload %s leads to no file beside the folder of uploads',
  async (id) => {
    for (const method of ['GET', 'HEAD', 'PATCH', 'DELETE']) {
      const headers = {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      }
      const answer = await system.call(method, `/api/imports/uploads/${id}`, { as: superAdmin, headers })
      expect(answer.status, `${method} ${answer.text}`).toBeGreaterThanOrEqual(400)
      expect(answer.status, `${method} ${answer.text}`).toBeLessThan(500)
    }
  },
)

test.each(['anonymous', 'owner'] as const)('uploads are closed for the %s', async (who) => {
  const as = who === 'owner' ? owner : undefined
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '10' }
  const answer = await system.call('POST', '/api/imports/uploads', { as, headers })
  expect(answer.status).toBe(who === 'owner' ? 403 : 401)
})

test('while the server drains, new work is refused with Retry-After, and health still answers', async () => {
  const own = await openTestSystem({ jobs: false })
  try {
    own.drain()
    for (const path of ['/api/me', '/', '/api/account/sessions']) {
      const answer = await own.call('GET', path)
      expect(answer.status, path).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(answer.body).toMatchObject({ code: 'unavailable' })
    }
    expect((await own.call('GET', '/api/health')).status).toBe(200)
  } finally {
    await own.close()
  }
})
