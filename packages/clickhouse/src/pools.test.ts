import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openPools } from './pools.ts'

test('each pool sends its own settings, with a text as through the client', async () => {
  const asked: URLSearchParams[] = []
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://engine.example').searchParams)
    request.resume().once('end', () => response.end('1\n'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const login = { username: 'me', password: 'secret' }
  const settings = { search: { optimize_use_projections: 0 }, writer: { compile_expressions: 0 } }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const pools = openPools({ url, search: login, writer: login, settings })
  onTestFinished(async () => {
    await pools.close()
    server.close()
  })

  for (const pool of ['search', 'writer'] as const) {
    await pools.text[pool].send({ sql: 'SELECT 1' })
    await pools[pool].command({ query: 'SELECT 1' })
  }
  const names = ['optimize_use_projections', 'compile_expressions']
  const ofSearch = ['0', null]
  const ofWriter = [null, '0']
  expect(asked.map((sent) => names.map((name) => sent.get(name)))).toEqual([
    ofSearch,
    ofSearch,
    ofWriter,
    ofWriter,
  ])
})
