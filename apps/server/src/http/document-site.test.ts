import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountDocuments } from './document-site.ts'
import type { HttpEnv } from './env.ts'

const inline = `document.documentElement.classList.add('dark')`
const page = (title: string) =>
  `<!doctype html><title>${title}</title><script type="module" src="/docs/assets/app.js"></script><script id="dark">${inline}</script>`

let root: string
let app: Hono<HttpEnv>

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'freeor-documents-'))
  const build = join(root, 'build')
  await mkdir(join(build, 'assets'), { recursive: true })
  await mkdir(join(build, 'guides'))
  await writeFile(join(build, 'index.html'), page('Start'))
  await writeFile(join(build, '404.html'), page('Nothing'))
  await writeFile(join(build, 'guides', 'operators.html'), page('Operators'))
  await writeFile(join(build, 'assets', 'app.js'), 'start()')
  await writeFile(join(root, 'secret.html'), 'secret')
  await writeFile(join(root, 'secret.json'), '{"secret":true}')
  app = new Hono<HttpEnv>()
  mountDocuments(app, build)
  app.all('*', (c) => c.text('the site', 200))
})

afterAll(async () => await rm(root, { recursive: true, force: true }))

const get = async (path: string, headers = {}) => await app.request(path, { headers })

test('the documents begin at /docs/, and a page has no ending in its address', async () => {
  const start = await get('/docs')
  expect([start.status, start.headers.get('location')]).toEqual([301, '/docs/'])
  expect(await (await get('/docs/')).text()).toContain('Start')
  const guide = await get('/docs/guides/operators')
  expect(guide.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await guide.text()).toContain('Operators')
})

test('the policy of a page allows the scripts in it by their hashes, and no other that is inline', async () => {
  const policy = (await get('/docs/')).headers.get('content-security-policy') ?? ''
  const scripts = policy.split('; ').find((part) => part.startsWith('script-src')) ?? ''
  expect(scripts).toContain(`'sha256-${createHash('sha256').update(inline).digest('base64')}'`)
  expect(scripts.match(/'sha256-/g)).toHaveLength(1)
  expect(scripts).not.toContain('unsafe')
})

test('an unknown page is a 404 with the page that says so, and no file outside the build is given', async () => {
  const missing = await get('/docs/no-such-page')
  expect(missing.status).toBe(404)
  expect(missing.headers.get('content-security-policy')).toContain("'sha256-")
  expect(await missing.text()).toContain('Nothing')
  const outside = ['/docs/../secret', '/docs/%2e%2e/secret.json', '/docs//../../secret.json']
  for (const path of [
    ...outside,
    '/docs/..%2fsecret.json',
    '/docs/%2e%2e%2fsecret',
    '/docs/..%2fsecret.html',
  ])
    expect(await (await get(path)).text(), path).not.toMatch(/^secret|"secret"/)
})

test('scripts are kept by the browser for good, pages are asked for each time', async () => {
  expect((await get('/docs/assets/app.js')).headers.get('cache-control')).toContain('immutable')
  const first = await get('/docs/')
  expect(first.headers.get('cache-control')).toBe('no-cache')
  const again = await get('/docs/', { 'if-none-match': first.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
})

test('other addresses are the site’s, and without a build these are too', async () => {
  expect(await (await get('/docsy')).text()).toBe('the site')
  const without = new Hono<HttpEnv>()
  mountDocuments(without, join(root, 'no-build'))
  without.all('*', (c) => c.text('the site', 200))
  expect(await (await without.request('/docs/')).text()).toBe('the site')
})
