import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staticFiles } from './static-files.ts'

const script = `console.log(${JSON.stringify('x'.repeat(2000))})`
let root: string
let file: ReturnType<typeof staticFiles>

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'freeor-static-'))
  await mkdir(join(root, 'client', 'assets'), { recursive: true })
  await mkdir(join(root, 'client-secrets'))
  await mkdir(join(root, 'client', 'folder.js'))
  await writeFile(join(root, 'client', 'assets', 'app.js'), script)
  await writeFile(join(root, 'client', 'a file é.svg'), '<svg/>')
  await writeFile(join(root, 'client', 'picture.png'), Buffer.from([137, 80, 78, 71]))
  await writeFile(join(root, 'client', 'lesson.mp4'), Buffer.from([0, 1, 2, 3, 4, 5]))
  await writeFile(join(root, 'client', 'notes.md'), 'not served')
  await writeFile(join(root, 'secret.json'), '{"secret":true}')
  await writeFile(join(root, 'client-secrets', 'secret.json'), '{"secret":true}')
  file = staticFiles(join(root, 'client'))
})

afterAll(async () => await rm(root, { recursive: true, force: true }))

const get = (path: string, encoding?: string) => {
  const headers = encoding === undefined ? {} : { 'accept-encoding': encoding }
  return file(new Request(`http://localhost${path}`, { headers }))
}

const bytesOf = async (answer: Response | undefined) =>
  new Uint8Array((await answer?.arrayBuffer()) ?? new ArrayBuffer())

/** What a hostile client may put in the request line without a URL parser tidying it up first. */
const getRaw = (pathname: string) => {
  const request = new Request('http://localhost/')
  Object.defineProperty(request, 'url', { value: `http://localhost${pathname}` })
  return file(request)
}

test.each([
  '/../secret.json',
  '/assets/../../secret.json',
  '/%2e%2e/secret.json',
  '/%2e%2e%2fsecret.json',
  '/..%2fsecret.json',
  '/..%5csecret.json',
  '/assets/..%2f..%2fsecret.json',
  '/%2e%2e%2fclient-secrets%2fsecret.json',
  '/..%2fclient-secrets/secret.json',
  '/%252e%252e%252fsecret.json',
  '//secret.json',
  '/%00secret.json',
  '/assets/app.js%00.png',
  '/%c0%ae%c0%ae/secret.json',
  '/%E0%A4%A',
  '/%',
  '/.../secret.json',
  '/assets/./../../secret.json',
])('%s leads to no file outside the folder and to no error', async (path) => {
  expect(await get(path)).toBeUndefined()
  expect(await getRaw(path)).toBeUndefined()
})

test.each(['/', '/assets', '/assets/', '/folder.js', '/notes.md', '/missing.js', '/assets/app.JS'])(
  '%s is no file that is served',
  async (path) => {
    expect(await get(path)).toBeUndefined()
  },
)

test('a built asset never changes, so it is kept for a year; others for an hour', async () => {
  const asset = await get('/assets/app.js')
  expect(asset?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await get('/picture.png'))?.headers.get('cache-control')).toBe('public, max-age=3600')
  expect((await get('/a%20file%20%C3%A9.svg'))?.headers.get('content-type')).toBe('image/svg+xml')
})

test('a file is served under one spelling only, so that nobody can fill the memory with copies', async () => {
  for (const path of ['//assets/app.js', '/assets//app.js', '/assets/%2fapp.js', '/.%2fassets/app.js'])
    expect(await getRaw(path)).toBeUndefined()
})

test('the client gets the best encoding it takes, the same bytes in each', async () => {
  const plain = await get('/assets/app.js')
  expect(plain?.headers.get('content-encoding')).toBeNull()
  expect(await plain?.text()).toBe(script)
  const gzip = await get('/assets/app.js', 'gzip, deflate')
  expect(gzip?.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(await bytesOf(gzip)).toString()).toBe(script)
  const brotli = await get('/assets/app.js', 'gzip, deflate, br')
  expect(brotli?.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(await bytesOf(brotli)).toString()).toBe(script)
  for (const answer of [plain, gzip, brotli]) expect(answer?.headers.get('vary')).toBe('accept-encoding')
})

const getPart = async (range: string, more: Record<string, string> = {}) => {
  const answer = await file(
    new Request('http://localhost/lesson.mp4', {
      headers: { range, 'accept-encoding': 'gzip, br', ...more },
    }),
  )
  const { status, headers } = answer ?? new Response()
  return { status, range: headers.get('content-range'), bytes: [...(await bytesOf(answer))] }
}

test('a player seeks in a video by asking for a part of the file', async () => {
  const whole = await get('/lesson.mp4')
  expect([whole?.status, whole?.headers.get('accept-ranges')]).toEqual([200, 'bytes'])
  expect(whole?.headers.get('content-type')).toBe('video/mp4')
  expect(await getPart('bytes=2-3')).toEqual({ status: 206, range: 'bytes 2-3/6', bytes: [2, 3] })
  expect(await getPart('bytes=-1')).toEqual({ status: 206, range: 'bytes 5-5/6', bytes: [5] })
  expect(await getPart('bytes=6-')).toEqual({ status: 416, range: 'bytes */6', bytes: [] })
  const etag = whole?.headers.get('etag') ?? ''
  expect((await getPart('bytes=2-3', { 'if-range': etag })).status).toBe(206)
  expect((await getPart('bytes=2-3', { 'if-range': '"another"' })).status).toBe(200)
})

test('what is compressed already is not compressed again', async () => {
  const picture = await get('/picture.png', 'gzip, br')
  expect(picture?.headers.get('content-encoding')).toBeNull()
  expect(picture?.headers.get('content-type')).toBe('image/png')
})

test('a copy that the build compressed is sent as it is, and is no file of its own', async () => {
  const assets = join(root, 'client', 'assets')
  const copy = brotliCompressSync(script)
  await writeFile(join(assets, 'built.js'), script)
  await writeFile(join(assets, 'built.js.br'), copy)
  const sent = await get('/assets/built.js', 'br')
  expect(Buffer.from(await bytesOf(sent))).toEqual(copy)
  expect(await (await get('/assets/built.js'))?.text()).toBe(script)
  expect(await get('/assets/built.js.br', 'br')).toBeUndefined()
})
