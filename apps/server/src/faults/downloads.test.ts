import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { faultPoints } from '@freeor/leads/downloads/ports'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { firmsDictId, importFirmsAt } from '../testing/firms.ts'
import { clientOf, signInSample } from '../testing/server-client.ts'
import {
  examine,
  runFreeor,
  type ServerProcess,
  startedDataFolder,
  startServerProcess,
} from '../testing/server-process.ts'

/** A server process is killed at each named point of a download; then the same order is sent again. */

const ROWS = 2
let dataDir: string
let remove: () => Promise<void>
let server: ServerProcess
let token: string
let rounds = 0

beforeAll(async () => {
  ;({ dataDir, remove } = await startedDataFolder())
  server = await startServerProcess(dataDir)
  await importFirmsAt({ url: server.url, dataDir }, 100)
  token = await signInSample({ url: server.url, dataDir }, 'owner')
})

afterAll(async () => {
  await server.kill('SIGTERM')
  await remove()
})

const client = () => clientOf(server.url, token)

const order = (key: string, offset: number) =>
  client().call('POST', '/api/downloads', {
    headers: { 'idempotency-key': key },
    body: { dictId: firmsDictId, limit: ROWS, offset },
  })

async function leadsRemaining(): Promise<number> {
  const { body } = await client().call('GET', '/api/me')
  return body.allowance?.leadsRemaining ?? 0
}

describe.each(faultPoints)('a server killed at the point "%s" of a download', (point) => {
  test.each(Array.from({ length: inject('faultRounds') }, (_, round) => round))(
    'has, started again, one file and one debit for the order sent twice (round %i)',
    async () => {
      rounds += 1
      // Before the free leads run out the orders begin again at leads that are owned: those cost nothing.
      const offset = (rounds % 10) * ROWS
      const key = `round-${rounds}`
      const before = await leadsRemaining()
      await writeFile(join(dataDir, 'die-at'), point)
      const first = await order(key, offset).catch(() => undefined)
      await server.ended
      await rm(join(dataDir, 'die-at'))
      server = await startServerProcess(dataDir)
      const again = await order(key, offset)
      expect(again.status, again.text).toBe(202)
      if (first?.status === 202) expect(again.body.id).toBe(first.body.id)
      const done = await vi.waitFor(
        async () => {
          const { body } = await client().call('GET', `/api/downloads/${again.body.id}`)
          expect(body.state).toBe('ready')
          return body
        },
        { timeout: 60_000, interval: 100 },
      )
      const file = await client().call('GET', `/api/downloads/${done.id}/file`)
      expect(createHash('sha256').update(file.text).digest('hex')).toBe(done.sha256)
      expect(file.text.trimEnd().split('\r\n')).toHaveLength(1 + ROWS)
      const { body } = await client().call('GET', '/api/ledger?limit=500')
      const debits = body.entries.filter(({ downloadId }) => downloadId === done.id)
      expect(debits.reduce((sum, { amount }) => sum - amount, 0)).toBe(done.newLeads)
      expect(await leadsRemaining()).toBe(before - done.newLeads)
      expect((await examine(dataDir)).invariants.filter(({ ok }) => !ok)).toEqual([])
    },
  )
})

test('freeor doctor, run beside the server, finds everything in order after all that', async () => {
  const { code, stdout } = await runFreeor(dataDir, 'doctor', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ ok: true })
  expect(code).toBe(0)
})
