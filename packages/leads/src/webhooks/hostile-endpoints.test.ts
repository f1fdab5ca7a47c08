import { createServer as createSecureServer } from 'node:https'
import { createServer as createSocketServer } from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { postEventTo, publicNetwork } from './adapters/post-event.ts'
import { addWebhook, changeWebhook, deleteWebhook, testWebhook } from './commands.ts'
import { deliverDueEvents } from './deliveries/commands.ts'
import { listWebhooks } from './queries.ts'
import { local, openWebhookFixture, ownCertificate } from './testing.ts'

/** Endpoints that mean us harm, and names that lead into our own network. */

const { current, deps, listening, receive, answering, add, send, log, tell } = openWebhookFixture()

test('a redirect is not followed: it counts as a failure', async () => {
  const target = await answering(200)
  for (const status of [301, 302, 307, 308]) {
    const { url } = await answering(status, { location: target.url })
    const { endpoint } = await add(url)
    await testWebhook(deps(), current().acting, endpoint.id)
    await send()
    expect((await log(endpoint.id))[0]).toMatchObject({ state: 'waiting', attempts: [{ status }] })
  }
  expect(target.got).toEqual([])
})

test('what hangs, drips, ends early or answers without end is cut off, and holds up nobody else', async () => {
  const hanging = await receive(() => undefined)
  const slow = await receive((response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  })
  const huge = await receive((response) => {
    response.writeHead(200)
    const more = () => !response.destroyed && response.write('x'.repeat(65_536)) && setImmediate(more)
    response.on('drain', more)
    more()
  })
  const cut = await receive((response) => response.socket?.destroy())
  const silent = createSocketServer(() => undefined)
  const quick = await answering(200)
  const urls = [
    hanging.url,
    slow.url,
    huge.url,
    cut.url,
    await listening(silent),
    'http://localhost:1/none',
    quick.url,
  ]
  const ids: string[] = []
  for (const url of urls) ids.push((await add(url)).endpoint.id)
  await tell()
  const begun = performance.now()
  await deliverDueEvents(deps({ ...local, attemptMs: 10_000 }))
  const took = performance.now() - begun
  const said = await Promise.all(ids.map(async (id) => (await log(id))[0]?.attempts[0]))
  // One after the other they would take longer than all of them together, however slow the machine is.
  expect(took).toBeLessThan(said.reduce((sum, attempt) => sum + (attempt?.milliseconds ?? 0), 0))
  expect(said.map((attempt) => attempt?.error ?? attempt?.status)).toEqual([
    'It did not answer in time.',
    'It did not answer in time.',
    200,
    'It ended the connection.',
    'It did not answer in time.',
    'It refused the connection.',
    200,
  ])
})

test('a certificate that nobody vouches for, and an answer that is no TLS, are failures before anything is sent', async () => {
  let requests = 0
  const server = createSecureServer(ownCertificate, (_, response) => {
    requests += 1
    response.end()
  })
  const plain = await answering(200)
  const urls = [await listening(server, 'https'), plain.url.replace('http:', 'https:')]
  for (const url of urls) {
    const outcome = await postEventTo(local)({ url, headers: {}, body: '{}' })
    expect(outcome).toMatchObject({ status: null, error: expect.stringMatching(/certificate|encryption/) })
  }
  expect([requests, plain.got.length]).toEqual([0, 0])
})

test('a name that means a private address, or a public and a private one, is never asked; nor is it looked up twice', async () => {
  const canary = await answering(200)
  const { hostname, port } = new URL(canary.url)
  const post = postEventTo
  const attempt = { url: canary.url, headers: {}, body: '{}' }
  for (const addresses of [
    ['127.0.0.1'],
    ['8.8.8.8', '127.0.0.1'],
    ['10.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    [],
  ]) {
    const network = { ...publicNetwork, refuseUrl: () => undefined, resolve: async () => addresses }
    expect(await post(network)(attempt)).toMatchObject({
      status: null,
      error: expect.stringContaining('address'),
    })
  }
  expect(await post(publicNetwork)(attempt)).toMatchObject({ status: null })
  expect(canary.got).toEqual([])
  const asked: string[] = []
  const rebinding = {
    ...local,
    resolve: async (host: string) => {
      asked.push(host)
      return asked.length === 1 ? ['127.0.0.1'] : ['10.0.0.1']
    },
  }
  const elsewhere = { ...attempt, url: `http://rebinding.freeor-tests.com:${port}/` }
  expect(await post(rebinding)(elsewhere)).toMatchObject({ status: 200 })
  expect(asked).toEqual(['rebinding.freeor-tests.com'])
  expect([hostname, canary.got[0]?.headers.host]).toEqual(['localhost', `rebinding.freeor-tests.com:${port}`])
  const never = { ...local, attemptMs: 100, resolve: () => new Promise<never>(() => undefined) }
  expect(await post(never)(attempt)).toEqual({ status: null, error: 'It did not answer in time.' })
})

test('ten endpoints are the most, also at the same time; a hostile address is none; a viewer and a member add none', async () => {
  const adding = { ...deps(), network: publicNetwork }
  const input = { url: 'https://hooks.freeor-tests.com/a', events: ['alert.found' as const] }
  for (const url of ['https://127.0.0.1/', 'http://hooks.freeor-tests.com/', 'https://localhost/'])
    await expect(addWebhook(adding, current().acting, { ...input, url })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  const answers = await Promise.allSettled(
    Array.from({ length: 14 }, () => addWebhook(adding, current().acting, input)),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  const [one] = await listWebhooks(current().db, current().acting.scope)
  const endpointId = one?.id ?? ''
  const changes = { url: 'https://10.0.0.1/' }
  await expect(changeWebhook(adding, current().acting, { endpointId, changes })).rejects.toMatchObject({
    code: 'invalid_request',
  })
  await current().db.execute(
    sql`UPDATE company_members SET role = 'member' WHERE user_id = ${current().acting.scope.userId}`,
  )
  await expect(deleteWebhook(adding, current().acting, endpointId)).rejects.toMatchObject({
    code: 'forbidden',
  })
})
