import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { open, visit } from '../browser.ts'
import { courses, journey, leads } from '../journey.ts'

/** Leaves something in each of the places where a browser keeps what belongs to a site. */
async function leaveTraces(page: Page): Promise<void> {
  await page.context().addCookies([{ name: 'trace', value: '1', url: page.url() }])
  await page.evaluate(async () => {
    localStorage.setItem('trace', '1')
    sessionStorage.setItem('trace', '1')
    await (await caches.open('trace')).put('/trace', new Response('1'))
    await new Promise((done, failed) => {
      const opening = indexedDB.open('trace', 1)
      opening.onsuccess = done
      opening.onerror = failed
    })
  })
}

async function findTraces(page: Page): Promise<string[]> {
  return await page.evaluate(async () => [
    ...(document.cookie.includes('trace') ? ['cookie'] : []),
    ...(localStorage.getItem('trace') ? ['local storage'] : []),
    ...(sessionStorage.getItem('trace') ? ['session storage'] : []),
    ...((await caches.has('trace')) ? ['cache'] : []),
    ...((await indexedDB.databases()).some(({ name }) => name === 'trace') ? ['IndexedDB'] : []),
  ])
}

const everywhere = ['cookie', 'local storage', 'session storage', 'cache', 'IndexedDB']

journey('a visitor of these journeys finds nothing that the one before left', async ({ contexts }) => {
  const before = await visit(contexts)
  for (const address of [leads('/'), courses('/')]) {
    await open(before.page, address)
    await leaveTraces(before.page)
    expect(await findTraces(before.page)).toEqual(everywhere)
  }
  const used = before.page.context()
  await used.setOffline(true)
  await before.leave({ keep: true })

  const next = await visit(contexts)
  expect(next.page.context()).toBe(used)
  for (const address of [leads('/'), courses('/')]) {
    await open(next.page, address)
    expect(await findTraces(next.page)).toEqual([])
  }
  const another = await visit(contexts)
  const first = await visit(contexts, { emptyCache: true })
  expect([another, first].map(({ page }) => page.context())).not.toContain(used)
  for (const { leave } of [next, another, first]) await leave({ keep: false })
})

journey('no request of a test is sent on a connection that was kept', async ({ visitor }) => {
  const { request } = await visitor()
  const sent = [request.get(leads('/api/me')), request.post(leads('/api/auth/sign-out'))]
  for (const answer of await Promise.all(sent)) expect(answer.headers().connection).toBe('close')
})
