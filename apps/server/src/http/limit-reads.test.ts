import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { HttpEnv } from './env.ts'
import { limitReads } from './limit-reads.ts'

/** An app whose pages are answered when the test says so. */
function openApp() {
  const app = new Hono<HttpEnv>()
  const answers: (() => void)[] = []
  app.use(limitReads({ concurrency: 2, queue: 1, longestWaitMs: 50 }))
  app.all('*', async (c) => {
    await new Promise<void>((answer) => answers.push(answer))
    return c.text('here')
  })
  const ask = async (path: string, init?: RequestInit, isOfPage = false) =>
    await app.request(path, init, { clientAddress: '10.0.0.1', site: 'leads', isOfPage })
  return { ask, answers }
}

test('reads beyond the limit wait, then are refused with the time to ask again; others are let in', async () => {
  const { ask, answers } = openApp()
  const running = [ask('/'), ask('/api/me')]
  const waiting = ask('/pricing', { headers: { accept: 'text/html' } })
  const refused = await ask('/api/me')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await refused.json()).toMatchObject({ code: 'unavailable', retryAfter: 2 })
  // It has waited as long as it may, and is told so as a page.
  const page = await waiting
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2'])
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await page.text()).toContain('<meta http-equiv="refresh" content="2">')
  const others = [
    ask('/api/health'),
    ask('/api/search/businesses', { method: 'POST', body: '{}' }),
    ask('/api/me', {}, true),
  ]
  await expect.poll(() => answers.length).toBe(running.length + others.length)
  for (const answer of answers) answer()
  for (const answer of await Promise.all([...running, ...others])) expect(answer.status).toBe(200)
})

test('a read that waits runs when one before it has ended', async () => {
  const { ask, answers } = openApp()
  const [first, second] = [ask('/'), ask('/')]
  const third = ask('/')
  await expect.poll(() => answers.length).toBe(2)
  answers[0]?.()
  expect((await first).status).toBe(200)
  await expect.poll(() => answers.length).toBe(3)
  for (const answer of answers) answer()
  expect([(await second).status, (await third).status]).toEqual([200, 200])
})
