import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isConsistent } from '@freeor/credits/log/check-proof'
import { logFaultPoints } from '@freeor/credits/log/ports'
import { checkReceipt } from '@freeor/leads/receipts/check-receipt'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { runHere } from '../testing/command-here.ts'
import { firmsDictId, importFirmsAt } from '../testing/firms.ts'
import { clientOf, signInSample } from '../testing/server-client.ts'
import {
  examine,
  type ServerProcess,
  startedDataFolder,
  startServerProcess,
} from '../testing/server-process.ts'

/** A server process is killed while it appends to the ledger's log, with ten orders under way. */

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
const order = async (key: string, offset: number) =>
  await client().call('POST', '/api/downloads', {
    headers: { 'idempotency-key': key },
    body: { dictId: firmsDictId, limit: 1, offset },
  })

async function newestHead() {
  const { body } = await client().call('GET', '/api/log/heads?limit=1')
  const [head] = body.heads
  if (!head) throw new Error('There is no head')
  return head
}

/** Its receipt, once its file is ready. */
async function receiptOf(id: string) {
  await vi.waitFor(
    async () => expect((await client().call('GET', `/api/downloads/${id}`)).body.state).toBe('ready'),
    { timeout: 60_000, interval: 100 },
  )
  const { body } = await client().call('GET', `/api/downloads/${id}/receipt`)
  return body
}

describe.each(logFaultPoints)('a server killed at the point "%s"', (point) => {
  test.each(Array.from({ length: inject('faultRounds') }, (_, round) => round))(
    'has, started again, a log that only grew, with a receipt for each order (round %i)',
    async () => {
      rounds += 1
      const before = await newestHead()
      const keys = Array.from({ length: 10 }, (_, at) => ({
        key: `log-${rounds}-${at}`,
        offset: (rounds * 10 + at) % 90,
      }))
      await writeFile(join(dataDir, 'die-at'), point)
      await Promise.all(keys.map(({ key, offset }) => order(key, offset).catch(() => undefined)))
      await server.ended
      await rm(join(dataDir, 'die-at'))
      server = await startServerProcess(dataDir)
      const trusted = (await client().call('GET', '/api/log/keys')).body.keys
      for (const { key, offset } of keys) {
        const again = await order(key, offset)
        expect(again.status, again.text).toBe(202)
        const receipt = await receiptOf(again.body.id)
        const text = JSON.stringify(receipt)
        expect((await checkReceipt(text, { keys: trusted })).problems).toEqual([])
      }
      const after = await newestHead()
      const query = `first=${before.treeSize}&second=${after.treeSize}`
      const { body } = await client().call('GET', `/api/log/consistency?${query}`)
      expect(await isConsistent(before, after, body.proof)).toBe(true)
      const whole = await runHere(dataDir, 'ledger-log', ['check', '--json'])
      expect(JSON.parse(whole.stdout)).toEqual({ ok: true, violations: [] })
      expect((await examine(dataDir)).invariants.filter(({ ok }) => !ok)).toEqual([])
    },
  )
})
