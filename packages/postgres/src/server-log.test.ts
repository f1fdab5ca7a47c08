import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { rotateLog } from './server-log.ts'

const folder = await mkdtemp(join(tmpdir(), 'freeor-server-log-'))
afterAll(async () => await rm(folder, { recursive: true, force: true }))

test('the log of a running server is emptied when it has grown large, and the server goes on writing to it', async () => {
  const path = join(folder, 'postgres.log')
  const server = await open(path, 'a', 0o600)
  await server.write('x'.repeat(50))
  await rotateLog(path, 100)
  expect(await readFile(path, 'utf8')).toBe('x'.repeat(50))
  await server.write('y'.repeat(60))
  await rotateLog(path, 100)
  await server.write('and on\n')
  expect(await readFile(path, 'utf8')).toBe('and on\n')
  expect(await readFile(`${path}.1`, 'utf8')).toBe(`${'x'.repeat(50)}${'y'.repeat(60)}`)
  await server.close()
})
