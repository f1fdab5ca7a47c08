import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { freePort } from '@freeor/testing/free-port'
import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from './config.ts'
import type { Bindings } from './http/env.ts'
import { type BodyLimits, bodyLimits } from './http/slow-bodies.ts'
import { type Listening, listen } from './listen.ts'

let listening: Listening | undefined

afterEach(async () => {
  await listening?.close(0)
  listening = undefined
  vi.useRealTimers()
})

type Fetch = (request: Request, bindings: Bindings) => Response | Promise<Response>

const tell: Fetch = (request, { site, clientAddress }) =>
  Response.json({ site, clientAddress, path: new URL(request.url).pathname })

async function open(
  fetch: Fetch = tell,
  variables: Record<string, string> = {},
  limits: BodyLimits = bodyLimits,
): Promise<Listening> {
  const config = readConfig({ LEADS_PORT: '0', COURSES_PORT: '0', ...variables })
  listening = await listen(config, fetch, { limits })
  return listening
}

const openLeads = async (...given: Parameters<typeof open>) => (await open(...given)).addresses.of('leads')

const portOf = (url: string) => Number(new URL(url).port)

/** As `fetch`, with a Host header that `fetch` would not send. */
const ask = (
  port: number,
  headers: Record<string, string>,
): Promise<{ site: string; clientAddress: string }> =>
  new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, path: '/', headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve(JSON.parse(text)))
    })
      .on('error', reject)
      .end()
  })

test('each site answers on its own port', async () => {
  const { addresses } = await open()
  expect(await (await fetch(addresses.of('leads'))).json()).toMatchObject({ site: 'leads' })
  expect(await (await fetch(addresses.of('courses'))).json()).toMatchObject({ site: 'courses' })
})

test('an idle connection is kept for longer than a proxy keeps it', async () => {
  const answer = await fetch(await openLeads())
  expect(answer.headers.get('keep-alive')).toBe('timeout=75')
})

test('a server that closes waits for the answer under way, not for the next request', {
  timeout: 60_000,
}, async () => {
  const [arrived, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<Response>()]
  const { addresses, close } = await open(() => {
    arrived.resolve()
    return answer.promise
  })
  const asked = fetch(addresses.of('leads'))
  await arrived.promise
  const closed = close(60_000)
  answer.resolve(new Response('whole'))
  expect(await (await asked).text()).toBe('whole')
  await closed
})

test('the address of a client is its socket’s, whatever its headers say', async () => {
  const leadsUrl = await openLeads()
  const headers = {
    'x-forwarded-for': '198.51.100.1',
    'x-real-ip': '198.51.100.2',
    forwarded: 'for=198.51.100.3',
  }
  expect(await ask(portOf(leadsUrl), headers)).toMatchObject({ clientAddress: '127.0.0.1' })
})

test('a configured proxy is believed', async () => {
  const leadsUrl = await openLeads(tell, { TRUSTED_PROXIES: ' 127.0.0.1 , 10.0.0.1' })
  const forwarded = { 'x-forwarded-for': '203.0.113.1, 198.51.100.1' }
  expect(await ask(portOf(leadsUrl), forwarded)).toMatchObject({ clientAddress: '198.51.100.1' })
})

test('with both addresses set, the host name tells the sites apart, also on the other port', async () => {
  const config = readConfig({
    // With URLs set the addresses do not show the ports, so the test must know them.
    LEADS_PORT: String(await freePort()),
    COURSES_PORT: String(await freePort()),
    LEADS_URL: 'https://leads.example',
    COURSES_URL: 'https://courses.example',
  })
  listening = await listen(config, tell)
  expect(listening.addresses.served).toEqual({
    leads: 'https://leads.example',
    courses: 'https://courses.example',
  })
  const onLeads = (host: string) => ask(config.addresses.leads.port, { host })
  expect((await onLeads('courses.example')).site).toBe('courses')
  expect((await onLeads('leads.example')).site).toBe('leads')
  expect((await onLeads('evil.example')).site).toBe('leads')
  expect((await ask(config.addresses.courses.port, { host: 'evil.example' })).site).toBe('courses')
})

test('a site that is not served has no port, and its address leads to the one that is', async () => {
  const { addresses } = await open(tell, { SITES: 'courses' })
  expect(Object.keys(addresses.served)).toEqual(['courses'])
  expect(await (await fetch(addresses.of('courses'))).json()).toMatchObject({ site: 'courses' })
  expect(addresses.of('leads')).toBe(addresses.of('courses'))
})

test('a taken port stops the start with a sentence that says what to set', async () => {
  const leadsUrl = await openLeads()
  const config = readConfig({ LEADS_PORT: String(portOf(leadsUrl)), COURSES_PORT: '0' })
  await expect(listen(config, tell)).rejects.toThrow(/Port \d+ is taken .* LEADS_PORT/)
})

test('a close lets what runs end, takes nothing new, and cuts what outlives the grace', async () => {
  let release: () => void = () => undefined
  let started: () => void = () => undefined
  const isStarted = new Promise<void>((resolve) => {
    started = resolve
  })
  const { addresses, close } = await open(async () => {
    started()
    await new Promise<void>((resolve) => {
      release = resolve
    })
    return new Response('done')
  })
  const leadsUrl = addresses.of('leads')
  const running = fetch(leadsUrl).then((response) => response.text())
  await isStarted
  const closed = close(60_000)
  await expect(fetch(leadsUrl)).rejects.toThrow()
  release()
  expect(await running).toBe('done')
  await closed
})

test('an idle connection and one that never ends do not hold a close up', async () => {
  const { addresses, close } = await open(() => new Promise<Response>(() => undefined))
  const leadsUrl = addresses.of('leads')
  const idle = connect(portOf(leadsUrl), '127.0.0.1')
  idle.on('error', () => undefined)
  const endless = fetch(leadsUrl)
  endless.catch(() => undefined)
  const started = performance.now()
  await close(200)
  expect(performance.now() - started).toBeLessThan(10_000)
  await expect(endless).rejects.toThrow()
  idle.destroy()
})

test('a request line that is no URL is refused and the server goes on', async () => {
  const leadsUrl = await openLeads()
  for (const line of ['GET // HTTP/1.1', 'GET http://[ HTTP/1.1', 'GET \\..\\x HTTP/1.1', 'GET / HTTP/9.9']) {
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(portOf(leadsUrl), '127.0.0.1', () =>
        socket.write(`${line}\r\nHost: a b/c\r\nConnection: close\r\n\r\n`),
      )
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      socket.on('close', () => resolve(text))
    })
    expect(answer, line).toMatch(/^HTTP\/1\.1 (200|4\d\d|505)/)
  }
  expect((await fetch(leadsUrl)).status).toBe(200)
})

/** A request whose body is still to come. `ended` gives what the server said until it hung up. */
function begin(path: string, bytes: number) {
  const { addresses } = listening as Listening
  const socket = connect(portOf(addresses.of('leads')), '127.0.0.1')
  socket.on('error', () => undefined)
  let said = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    said += text
    if (said.includes('whole')) socket.end()
  })
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${bytes}\r\n\r\n`,
  )
  const ended = new Promise<string>((resolve) => socket.on('close', () => resolve(said)))
  return { socket, ended }
}

const readWhole: Fetch = async (request) => new Response(`whole: ${(await request.text()).length}`)
const limits: BodyLimits = { wholeMs: 400, pieceMs: 400 }

test('a body that drips is ended with 408, whether or not anybody reads it', async () => {
  for (const fetch of [readWhole, tell]) {
    await open(fetch, {}, limits)
    const { socket, ended } = begin('/api/saved-searches', 10_000)
    let sent = 0
    const dripping = setInterval(() => {
      sent += 1
      socket.write('x')
    }, 40)
    const said = await ended
    clearInterval(dripping)
    expect(sent).toBeLessThan(10_000)
    if (fetch === readWhole) expect(said).toMatch(/^HTTP\/1\.1 408 /)
    await listening?.close(0)
  }
})

test('a lead file may take as long as bytes arrive, and ends once none arrive any more', async () => {
  // The limit passes when told, so that each byte arrives before it has, however slow the machine is.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let [requests, arrived] = [0, 0]
  const count: Fetch = async (request) => {
    ;[requests, arrived] = [requests + 1, 0]
    for await (const piece of request.body ?? []) arrived += piece.length
    return new Response(`whole: ${arrived}`)
  }
  await open(count, {}, limits)
  const sendTwenty = async (declared: number) => {
    const before = requests
    const { socket, ended } = begin('/api/imports/uploads/up_1', declared)
    await expect.poll(() => requests).toBe(before + 1)
    for (let sent = 1; sent <= 20; sent += 1) {
      socket.write('x')
      await expect.poll(() => arrived, { interval: 5 }).toBe(sent)
      vi.advanceTimersByTime(limits.pieceMs)
    }
    vi.advanceTimersByTime(limits.pieceMs)
    return await ended
  }
  expect(await sendTwenty(20)).toContain('whole: 20')
  expect(await sendTwenty(21)).toMatch(/^HTTP\/1\.1 408 /)
})

test('a host that is no address of this machine is refused with its name', async () => {
  for (const FREEOR_HOST of ['no-such-host.invalid', '192.0.2.1'])
    await expect(open(tell, { FREEOR_HOST })).rejects.toThrow(
      new RegExp(`cannot listen at ${FREEOR_HOST}.*Set FREEOR_HOST`),
    )
})
