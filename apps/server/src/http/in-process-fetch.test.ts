import type { Caller } from '@freeor/accounts/ports'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Bindings, HttpEnv } from './env.ts'
import { inProcessFetch } from './in-process-fetch.ts'

type Sent = { request: Request; bindings: Bindings }
type Page = (fetch: typeof globalThis.fetch, calls: readonly Sent[]) => Promise<unknown>

/** A page of a visitor, and what the API is called with meanwhile: each answer has its own number. */
async function render(page: Page, answer = (count: number) => Response.json({ count })) {
  const calls: Sent[] = []
  const send = (request: Request, bindings: Bindings) => answer(calls.push({ request, bindings }))
  const app = new Hono<HttpEnv>()
  app.get('*', async (c) => {
    c.set('clientAddress', '198.51.100.1')
    c.set('site', 'courses')
    return c.json((await page(inProcessFetch(send, c), calls)) ?? null)
  })
  const response = await app.request('https://courses.example/page', {
    headers: { cookie: 'session=one', 'sec-gpc': '1' },
  })
  expect(response.status).toBe(200)
  return { calls, shown: await response.json() }
}

const countOf = async (response: Promise<Response>) =>
  ((await (await response).json()) as { count: number }).count

test('what several loaders of a page read is read once, as the visitor, and each has the whole answer', async () => {
  const { calls, shown } = await render(
    async (fetch) => await Promise.all([1, 2, 3].map(() => countOf(fetch('/api/me')))),
  )
  expect(shown).toEqual([1, 1, 1])
  expect(calls).toHaveLength(1)
  expect(calls[0]?.request.headers.get('cookie')).toBe('session=one')
  expect(calls[0]?.request.headers.get('sec-gpc')).toBe('1')
})

test('another address, and a call for somebody else, is a call of its own', async () => {
  const { calls } = await render(async (fetch) => {
    await fetch('/api/me')
    await fetch('/api/me?site=leads')
    await fetch('/api/me', { headers: { cookie: 'session=two' } })
    await fetch('/api/me', { headers: { authorization: 'Bearer three' } })
    await fetch('/api/me')
  })
  expect(calls.map(({ request }) => request.headers.get('cookie'))).toEqual([
    'session=one',
    'session=one',
    'session=two',
    'session=one',
  ])
})

test('after a write everything is read again, also what was read while it ran', async () => {
  const { shown } = await render(async (fetch) => {
    const before = await countOf(fetch('/api/me'))
    const writing = fetch('/api/me', { method: 'POST', body: '{}' })
    const meanwhile = countOf(fetch('/api/me'))
    await writing
    return [before, await meanwhile, await countOf(fetch('/api/me'))]
  })
  expect(shown).toEqual([1, 3, 4])
})

test('a refusal without a body is given again as it was', async () => {
  const { shown } = await render(
    async (fetch) => [(await fetch('/api/x')).status, (await fetch('/api/x')).status],
    () => new Response(null, { status: 204 }),
  )
  expect(shown).toEqual([204, 204])
})

test('the session is looked up once for a page, and again after a write', async () => {
  let lookedUp = 0
  const find = async () => {
    lookedUp += 1
    return undefined as Caller | undefined
  }
  const looked: number[] = []
  await render(async (fetch, calls) => {
    for (const path of ['/api/a', '/api/b']) await fetch(path)
    for (const { bindings } of calls) await bindings.callerOnce?.(find)
    looked.push(lookedUp)
    await fetch('/api/a', { method: 'DELETE' })
    expect(calls.at(-1)?.bindings.callerOnce).toBeUndefined()
    await fetch('/api/a')
    await calls.at(-1)?.bindings.callerOnce?.(find)
    looked.push(lookedUp)
  })
  expect(looked).toEqual([1, 2])
})
