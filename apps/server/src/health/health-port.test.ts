import { execFileSync } from 'node:child_process'
import { freePort } from '@freeor/testing/free-port'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from '../config.ts'
import type { Health } from './health.ts'
import { type HealthPort, serveHealth } from './serve-health.ts'

const well: Health = { status: 'ok', postgres: 'ok', clickhouse: 'off', disk: 'ok', version: '1.2.3' }

let port: number
let opened: HealthPort
/** Why the thread ended by itself. */
let ends: string[]

const open = async (silentAfterMs?: number) => {
  opened = await serveHealth(
    { port, host: '127.0.0.1' },
    { onEnd: ({ message }) => ends.push(message), ...(silentAfterMs && { silentAfterMs }) },
  )
}

const address = (path = '/api/health') => `http://127.0.0.1:${port}${path}`

const ask = async () => {
  const answer = await fetch(address())
  return { status: answer.status, body: await answer.json() }
}

beforeEach(async () => {
  port = await freePort()
  ends = []
})
afterEach(async () => await opened.close())

test('says that the process starts, then what it was told, then that it stops', async () => {
  await open()
  expect(await ask()).toEqual({ status: 503, body: { status: 'starting' } })
  opened.tell(well)
  await expect.poll(ask).toEqual({ status: 200, body: well })
  const down: Health = { ...well, status: 'degraded', postgres: 'down' }
  opened.tell(down)
  await expect.poll(ask).toEqual({ status: 503, body: down })
  opened.tell({ status: 'stopping' })
  await expect.poll(ask).toEqual({ status: 503, body: { status: 'stopping' } })
})

test('answers while the thread that serves the sites does not come to it', async () => {
  await open()
  opened.tell(well)
  await expect.poll(async () => (await ask()).status).toBe(200)
  const program = `console.log((await fetch('${address()}')).status)`
  // Nothing else of this process runs until the other one has ended.
  const answer = execFileSync(process.execPath, ['--input-type=module', '-e', program], { timeout: 30_000 })
  expect(String(answer).trim()).toBe('200')
})

test('a process that says nothing any more is not well', async () => {
  await open(300)
  opened.tell(well)
  const toldAt = performance.now()
  await expect.poll(async () => (await ask()).status).toBe(503)
  const { status, body } = await ask()
  const { silentSeconds } = body as { silentSeconds: number }
  expect({ status, body }).toEqual({ status: 503, body: { ...well, status: 'degraded', silentSeconds } })
  // Whole seconds since it was told last; 300 ms are none.
  expect(silentSeconds).toBeGreaterThanOrEqual(0)
  expect(silentSeconds).toBeLessThanOrEqual((performance.now() - toldAt) / 1000)
  const askWhenTold = async () => {
    opened.tell(well)
    return (await ask()).status
  }
  await expect.poll(askWhenTold).toBe(200)
})

test('a thread that ends by itself is started again, and says what was said last', async () => {
  await open()
  // No number of this kind can be answered: the thread fails.
  opened.tell({ ...well, version: 1n as never })
  await expect.poll(() => ask().catch(() => 'nobody')).toBe('nobody')
  opened.tell(well)
  await expect.poll(() => ask().catch(() => 'nobody')).toEqual({ status: 200, body: well })
  expect(ends).toEqual([expect.stringContaining('BigInt')])
})

test('answers that path alone, and a port that is taken is a mistake of the configuration', async () => {
  await open()
  for (const path of ['/', '/api/health/', '/api/me']) expect((await fetch(address(path))).status).toBe(404)
  expect((await fetch(address(), { method: 'POST' })).status).toBe(404)
  expect((await fetch(address('/api/health?from=probe'), { method: 'HEAD' })).status).toBe(503)
  const again = serveHealth({ port, host: '127.0.0.1' }, { onEnd: () => undefined })
  await expect(again).rejects.toThrow(ConfigError)
  await expect(again).rejects.toThrow(/HEALTH_PORT/)
})
