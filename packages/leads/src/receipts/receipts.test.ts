import { createHash } from 'node:crypto'
import { rotateLogKey } from '@freeor/credits/log/keys/commands'
import { listLogKeys } from '@freeor/credits/log/keys/queries'
import { proveConsistency } from '@freeor/credits/log/queries'
import { addLot } from '@freeor/credits/lots/commands'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quoteDownload } from '../downloads/price-download.ts'
import { ask, type DownloadSystem, newCompany, openDownloadSystem } from '../downloads/testing.ts'
import { checkReceipt, type FoundFile, keyFromText } from './check-receipt.ts'
import { describeProblem } from './describe-problem.ts'
import { readReceipt } from './queries.ts'
import { openRowCounter } from './row-counter.ts'
import { receipt as receiptSchema } from './schema.ts'

let system: DownloadSystem

beforeAll(async () => {
  system = await openDownloadSystem()
})

afterAll(async () => await system?.close())

const company = async () => await newCompany(system.deps.db, { now: system.clock.now() })
type Scope = Awaited<ReturnType<typeof company>>

const receiptOf = async (scope: Scope, id: string) => await readReceipt(system.deps.ledgerLog, scope, id)
const keys = async () => await listLogKeys(system.deps.db)
const textOf = (receipt: unknown) => JSON.stringify(receipt, null, 2)

function found(format: string, file: Buffer): FoundFile {
  const counter = openRowCounter(format)
  counter.add(file)
  return {
    sha256: createHash('sha256').update(file).digest('hex'),
    bytes: file.length,
    rows: counter.rows(),
  }
}

/** A company with a file of 30 new leads, ordered by a binding quote. */
async function paidFile(format = 'csv') {
  const scope = await company()
  const request = { limit: 30, format }
  const { binding } = await quoteDownload(system.deps, scope, ask(request))
  const { id } = await system.confirm(scope, { ...request, quote: binding?.token })
  await system.run(id)
  return { scope, id, binding, file: found(format, await system.readFile(scope, id)) }
}

const kinds = ({ problems }: Awaited<ReturnType<typeof checkReceipt>>) => problems.map(({ kind }) => kind)

describe('a receipt', () => {
  test.each(['csv', 'csv-bom', 'jsonl', 'xlsx', 'parquet'])(
    'of a %s file is genuine, with its file',
    async (format) => {
      const { scope, id, binding, file } = await paidFile(format)
      const receipt = receiptSchema.parse(await receiptOf(scope, id))
      expect(receipt.download).toMatchObject({
        ...{ id, companyId: scope.companyId, rows: 30, price: 30, sha256: file.sha256, bytes: file.bytes },
        quote: { id: binding?.id, price: 30, idsDigest: binding?.idsDigest },
      })
      expect(receipt.entries.map(({ entry }) => entry.amount)).toEqual([-30])
      expect(file.rows).toBe(['xlsx', 'parquet'].includes(format) ? undefined : 30)
      const checked = await checkReceipt(textOf(receipt), { keys: await keys(), file })
      expect(checked).toMatchObject({ problems: [], isOwnKey: false, facts: { download: receipt.download } })
      expect(await checkReceipt(textOf(receipt), { keys: [], file })).toMatchObject({
        problems: [],
        isOwnKey: true,
      })
    },
  )

  test('of a file that cost nothing has no entry', async () => {
    const { scope } = await paidFile()
    const { id } = await system.make(scope, { limit: 30 })
    const receipt = await receiptOf(scope, id)
    expect(receipt).toMatchObject({ download: { price: 0, quote: null }, entries: [] })
    expect(kinds(await checkReceipt(textOf(receipt), { keys: await keys() }))).toEqual([])
  })

  test('of a file that was paid from two lots has both entries', async () => {
    const scope = await company()
    const now = system.clock.now()
    // It ends first, so it is spent first.
    const soon = { amount: 6, startsAt: now, expiresAt: new Date(now.getTime() + 86_400_000), now }
    const lot = { companyId: scope.companyId, site: 'leads' as const, kind: 'promo' as const, period: 'more' }
    await addLot(system.deps.db, { ...lot, ...soon })
    const { id } = await system.make(scope, { limit: 10 })
    const receipt = await receiptOf(scope, id)
    expect(receipt.entries.map(({ entry }) => entry.amount)).toEqual([-6, -4])
    expect(kinds(await checkReceipt(textOf(receipt), { keys: await keys() }))).toEqual([])
  })

  test('is missing for another company, and not there before the file is', async () => {
    const { scope, id } = await paidFile()
    await expect(receiptOf(await company(), id)).rejects.toMatchObject({ code: 'not_found' })
    const waiting = await system.confirm(scope, { limit: 3, offset: 100 })
    await expect(receiptOf(scope, waiting.id)).rejects.toMatchObject({ code: 'conflict' })
    await system.run(waiting.id)
    expect((await receiptOf(scope, waiting.id)).download.price).toBe(3)
  })

  test('is signed anew after a change of keys, head and all; the old one stays genuine', async () => {
    const { scope, id } = await paidFile()
    const old = await receiptOf(scope, id)
    const { secret } = system.deps.ledgerLog
    await rotateLogKey(system.deps.db, { secret, now: system.clock.now(), reason: 'a test' })
    const now = await receiptOf(scope, id)
    expect(now.key.id).not.toBe(old.key.id)
    for (const receipt of [old, now]) {
      expect(kinds(await checkReceipt(textOf(receipt), { keys: await keys() }))).toEqual([])
      expect(kinds(await checkReceipt(textOf(receipt), { keys: [] }))).toEqual([])
    }
  })
})

describe('a receipt that was changed', () => {
  let paid: Awaited<ReturnType<typeof paidFile>>
  beforeAll(async () => {
    paid = await paidFile()
  })

  type Change = (receipt: Awaited<ReturnType<typeof receiptOf>>) => unknown
  const changes: [string, string, Change][] = [
    [
      'the number of leads',
      'changed',
      ({ download }) => Object.assign(download, { rows: download.rows + 1 }),
    ],
    ['the price', 'changed', ({ download }) => Object.assign(download, { price: download.price - 1 })],
    [
      'the SHA-256 of the file',
      'changed',
      ({ download }) => Object.assign(download, { sha256: '0'.repeat(64) }),
    ],
    ['the quote', 'changed', ({ download }) => Object.assign(download, { quote: null })],
    ['its entry', 'entry', ({ entries: [one] }) => one && Object.assign(one.entry, { amount: -1 })],
    ['an entry less', 'price', (receipt) => Object.assign(receipt, { entries: [] })],
    ['its proof', 'inclusion', ({ entries: [one] }) => one?.proof.pop()],
    [
      'its place in the log',
      'inclusion',
      ({ entries: [one] }) => one && Object.assign(one, { leafIndex: one.leafIndex + 1 }),
    ],
    ['the root', 'head', ({ head }) => Object.assign(head, { rootHash: 'f'.repeat(64) })],
    ['the size of the log', 'head', ({ head }) => Object.assign(head, { treeSize: head.treeSize + 1 })],
    ['the time of the head', 'head', ({ head }) => Object.assign(head, { at: '2020-01-01T00:00:00.000Z' })],
    [
      'its key',
      'key',
      ({ key }) => Object.assign(key, { didKey: 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK' }),
    ],
    [
      'its signature',
      'signature',
      (receipt) => Object.assign(receipt, { statement: receipt.statement.slice(0, -4) }),
    ],
    ['the form', 'unreadable', (receipt) => Object.assign(receipt, { more: 1 })],
  ]

  test.each(changes)('in %s is refused as "%s"', async (_, kind, change) => {
    const { scope, id } = paid
    const receipt = await receiptOf(scope, id)
    change(receipt)
    const checked = await checkReceipt(textOf(receipt), { keys: await keys() })
    expect(kinds(checked)).toContain(kind)
    for (const problem of checked.problems) expect(describeProblem(problem)).toMatch(/^[A-Z].{20,}/)
  })

  test('names the field that is not what was signed', async () => {
    const { scope, id } = paid
    const receipt = await receiptOf(scope, id)
    receipt.download.rows = 31
    const { problems } = await checkReceipt(textOf(receipt), { keys: await keys() })
    expect(problems.map(describeProblem)).toEqual(['Changed after it was signed: the number of leads.'])
  })

  test('in any one bit is refused', async () => {
    const { scope, id } = paid
    const bytes = Buffer.from(textOf(await receiptOf(scope, id)))
    const trusted = await keys()
    for (const [at, byte] of bytes.entries()) {
      const changed = Buffer.from(bytes)
      changed[at] = byte ^ (1 << ((at * 5) % 8))
      const { problems } = await checkReceipt(changed.toString('utf8'), { keys: trusted })
      expect(problems, `byte ${at} of ${bytes.subarray(at - 20, at + 20)}`).not.toEqual([])
    }
  })

  test('with another file says what of it differs', async () => {
    const { scope, id, file } = paid
    const text = textOf(await receiptOf(scope, id))
    const options = { keys: await keys() }
    const check = async (other: Partial<FoundFile>) =>
      kinds(await checkReceipt(text, { ...options, file: { ...file, ...other } }))
    expect(await check({ sha256: '0'.repeat(64) })).toEqual(['file_sha256'])
    expect(await check({ bytes: 1, rows: 29 })).toEqual(['file_bytes', 'file_rows'])
  })

  test('of a key that the reader does not trust is refused, and of one from paper too', async () => {
    const { scope, id } = paid
    const receipt = await receiptOf(scope, id)
    const right = keyFromText(receipt.key.didKey, receipt.key.id)
    const wrong = keyFromText('did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK', receipt.key.id)
    if (!right || !wrong) throw new Error('No key was read')
    expect(kinds(await checkReceipt(textOf(receipt), { keys: [right] }))).toEqual([])
    expect(kinds(await checkReceipt(textOf(receipt), { keys: [wrong] }))).toContain('signature')
    const other = { ...right, id: 'sgk_other' }
    expect(kinds(await checkReceipt(textOf(receipt), { keys: [other] }))).toContain('other_key')
    expect(keyFromText('did:key:nothing', 'x')).toBeUndefined()
  })
})

describe('two receipts', () => {
  async function twoReceipts() {
    const { scope, id } = await paidFile()
    const older = await receiptOf(scope, id)
    await paidFile()
    const newer = await receiptOf(scope, id)
    const sizes = { first: older.head.treeSize, second: newer.head.treeSize }
    const proof = textOf({ ...sizes, proof: await proveConsistency(system.deps.db, sizes) })
    return { older, newer, sizes, proof }
  }

  test('show that the history only grew, in either order, and a head alone does too', async () => {
    const { older, newer, proof } = await twoReceipts()
    const trusted = await keys()
    for (const [one, other] of [
      [newer, older],
      [older, newer],
      [newer, older.head],
    ] as const) {
      const options = { keys: trusted, other: { text: textOf(other), proof } }
      expect(kinds(await checkReceipt(textOf(one), options))).toEqual([])
    }
    const same = { keys: trusted, other: { text: textOf(older) } }
    expect(kinds(await checkReceipt(textOf(older), same))).toEqual([])
  })

  test('say which proof is missing, and refuse another one', async () => {
    const { older, newer, sizes, proof } = await twoReceipts()
    const check = async (text: string, between?: string) =>
      (await checkReceipt(textOf(newer), { keys: await keys(), other: { text, proof: between } })).problems
    expect(await check(textOf(older))).toEqual([{ kind: 'proof_missing', ...sizes }])
    expect(await check(textOf(older), 'nothing')).toEqual([{ kind: 'proof_unreadable' }])
    expect(await check('nothing')).toEqual([{ kind: 'other_unreadable' }])
    const spoiled = JSON.parse(proof)
    spoiled.proof[0] = `${spoiled.proof[0].startsWith('0') ? '1' : '0'}${spoiled.proof[0].slice(1)}`
    expect(await check(textOf(older), textOf(spoiled))).toEqual([{ kind: 'rewritten' }])
    const changed = { ...older, head: { ...older.head, rootHash: '0'.repeat(64) } }
    expect(await check(textOf(changed), proof)).toEqual([{ kind: 'other_signature' }])
  })

  test('of a log that was written anew tell it, though each is genuine', async () => {
    const other = await openDownloadSystem()
    try {
      const { older, newer, sizes } = await twoReceipts()
      // The same installation, with its key, put back and gone on with another history.
      const secret = system.deps.ledgerLog.secret
      const rows = (await system.deps.db.execute(sql`SELECT * FROM ledger_log_keys`)).rows
      for (const row of rows)
        await other.deps.db.execute(sql`INSERT INTO ledger_log_keys (id, public_jwk, sealed_private_jwk, created_at, retired_at)
          VALUES (${row.id}, ${JSON.stringify(row.public_jwk)}::jsonb, ${row.sealed_private_jwk}, ${row.created_at}, ${row.retired_at})`)
      expect(secret).toBe(other.deps.ledgerLog.secret)
      const scope = await newCompany(other.deps.db, { now: other.clock.now() })
      const { id } = await other.make(scope, { limit: 5 })
      while (true) {
        const { head } = await readReceipt(other.deps.ledgerLog, scope, id)
        if (head.treeSize >= sizes.first) break
        await newCompany(other.deps.db, { now: other.clock.now() })
      }
      const theirs = await readReceipt(other.deps.ledgerLog, scope, id)
      expect(theirs.head.treeSize).toBe(sizes.first)
      const between = await proveConsistency(system.deps.db, sizes)
      const options = {
        keys: await keys(),
        other: { text: textOf(theirs), proof: textOf({ ...sizes, proof: between }) },
      }
      expect(kinds(await checkReceipt(textOf(newer), options))).toEqual(['rewritten'])
      expect(kinds(await checkReceipt(textOf(older), options))).toEqual(['rewritten'])
    } finally {
      await other.close()
    }
  })
})
