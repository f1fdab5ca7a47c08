import { existsSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { type Listening, listen } from './listen.ts'

const config = readConfig({ LEADS_PORT: '0', COURSES_PORT: '0' })
let listening: Listening | undefined

afterEach(async () => {
  await listening?.close(0)
  listening = undefined
})

const CONNECTIONS = '/proc/net/tcp'
const ESTABLISHED = '01'

/** Connections to a port of this machine that the system has taken, whether or not their server knows of them. */
function countConnected(port: number): number {
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = readFileSync(CONNECTIONS, 'latin1').split('\n').slice(1)
  return lines.filter((line) => {
    const [, , address, state] = line.trim().split(/\s+/)
    return address?.endsWith(remote) && state === ESTABLISHED
  }).length
}

test.skipIf(!existsSync(CONNECTIONS))('a busy process loses none of a thousand connections', async () => {
  listening = await listen(config, () => new Response())
  const port = Number(new URL(listening.addresses.of('leads')).port)
  const sockets = Array.from({ length: 1_000 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  // They are opened in this tick. The server takes a connection in a later one.
  await new Promise<void>((resolve) => process.nextTick(resolve))
  const connected = countConnected(port)
  for (const socket of sockets) socket.destroy()
  expect(connected).toBe(1_000)
})

const onLinux = process.platform === 'linux'

test.runIf(onLinux)(
  'a busy process takes several connections each time its event loop comes round',
  async () => {
    let asked = 0
    listening = await listen(config, () => {
      asked += 1
      return new Response()
    })
    const port = Number(new URL(listening.addresses.of('leads')).port)
    const sockets = Array.from({ length: 320 }, () =>
      connect(port, '127.0.0.1')
        .on('error', () => undefined)
        .setNoDelay()
        .on('connect', function (this: Socket) {
          this.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
        }),
    )
    let rounds = 0
    while (asked < sockets.length) {
      rounds += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
    for (const socket of sockets) socket.destroy()
    // One at a time, it would be 320 at least.
    expect(rounds).toBeLessThan(160)
  },
)

/** All that a server says until it closes the connection of an upload that has only begun. */
async function refusalOfUpload(url: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(
    'PUT /api/imports/uploads/up_1 HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10000000\r\n\r\nid,name',
  )
  return await text(socket)
}

const leads = (path: string, init?: RequestInit) =>
  fetch(new URL(path, listening?.addresses.of('leads')), init)
const courses = (path: string, init?: RequestInit) =>
  fetch(new URL(path, listening?.addresses.of('courses')), init)
const openPage = () => courses('/pricing', { headers: { accept: 'text/html' } })

/** Two reads that run until they are answered; a third one may wait. */
async function openBusy(longestWaitMs: number) {
  const answers: (() => void)[] = []
  let refusals = 0
  const slow = async (request: Request) => {
    if (!request.url.endsWith('/api/health')) await new Promise<void>((answer) => answers.push(answer))
    return Response.json({})
  }
  const requests = { reads: { concurrency: 2, queue: 1, longestWaitMs }, writesWhenFull: 1 }
  listening = await listen(config, slow, { requests, onRefused: () => (refusals += 1) })
  const running = [leads('/'), courses('/api/me')]
  await expect.poll(() => answers.length).toBe(2)
  return { answers, running, countRefusals: () => refusals, address: listening.addresses.of('leads') }
}

async function expectBusyPage(page: Response): Promise<void> {
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await page.text()).toContain('<meta http-equiv="refresh" content="2">')
}

test('what comes beyond the limit and its queue is refused with the time to ask again; what is watched passes', async () => {
  // However slow all of this is, the page that waits is not refused for its time.
  const { answers, running, countRefusals, address } = await openBusy(600_000)
  const written = [leads('/api/errors', { method: 'POST', body: '{}' })]
  await expect.poll(() => answers.length).toBe(3)
  // One of two waits in the queue of one; the other is refused at once.
  const pages = [openPage(), openPage()]
  await expectBusyPage(await Promise.race(pages))
  const refused = await leads('/api/me')
  expect([refused.headers.get('retry-after'), refused.headers.get('content-type')]).toEqual([
    ...['2', 'application/problem+json'],
  ])
  expect(await refused.json()).toMatchObject({ code: 'unavailable', retryAfter: 2 })
  // While the queue is full, more than a few that write are refused too: nothing of them has been read.
  const short = await courses('/api/errors', { method: 'POST', body: '{}' })
  expect([short.status, short.headers.get('connection')]).toEqual([503, 'keep-alive'])
  // There is room for searches beside what writes; a note of a lead is no search.
  expect((await leads('/api/search/businesses/leads/1/note', { method: 'PUT', body: '{}' })).status).toBe(503)
  written.push(leads('/api/search/businesses', { method: 'POST', body: '{}' }))
  await expect.poll(() => answers.length).toBe(4)
  expect((await leads('/api/search/businesses', { method: 'POST', body: '{}' })).status).toBe(503)
  expect(await refusalOfUpload(address)).toMatch(/^HTTP\/1\.1 503 .*connection: close/is)
  expect((await leads('/api/health')).status).toBe(200)
  expect(countRefusals()).toBe(6)
  for (const answer of answers.splice(0)) answer()
  for (const answer of await Promise.all([...running, ...written])) expect(answer.status).toBe(200)
  // Now it is the turn of the page that has waited.
  await expect.poll(() => answers.length).toBe(1)
  for (const answer of answers.splice(0)) answer()
  expect((await Promise.all(pages)).map(({ status }) => status).toSorted()).toEqual([200, 503])
  const next = leads('/')
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.()
  expect((await next).status).toBe(200)
})

test('a page that has waited as long as it may is refused, and asks again by itself', async () => {
  const { answers, running, countRefusals } = await openBusy(50)
  await expectBusyPage(await openPage())
  expect([countRefusals(), answers.length]).toEqual([1, 2])
  for (const answer of answers) answer()
  for (const answer of await Promise.all(running)) expect(answer.status).toBe(200)
})
