import { readStatement } from '@freeor/kernel/signing/statement'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openCreditsFixture } from '../testing.ts'
import { checkLog } from './check-log.ts'
import { headKind, isConsistent, isIncluded } from './check-proof.ts'
import { appendToLog, readCurrentHead } from './commands.ts'
import { rotateLogKey } from './keys/commands.ts'
import { listLogKeys } from './keys/queries.ts'
import type { LogDeps } from './ports.ts'
import { type HeadFacts, listHeads, proveConsistency, proveDebits } from './queries.ts'
import { writeEntry } from './write-entry.ts'

const { current, newSubject, reserve, settle, promo, start } = openCreditsFixture()

let deps: LogDeps
beforeEach(() => {
  deps = { db: current().database.db, clock: { now: () => start }, secret: 'a secret of this installation' }
})

/** As many entries of one company as told, each in a transaction of its own. */
async function addEntries(count: number): Promise<void> {
  for (let added = 0; added < count; added++) await promo(1, newSubject(), null)
}

const currentHead = async () => {
  const head = await readCurrentHead(deps)
  if (!head) throw new Error('The log is empty')
  return head
}

describe('the log', () => {
  test('takes each entry once, signs its head, and proves every one of them at each size to 200', async () => {
    const { db } = deps
    const paid = newSubject()
    await reserve(paid, 3)
    await settle(paid, 3)
    const heads = [await currentHead()]
    for (let size = (heads[0]?.treeSize ?? 0) + 1; size <= 200; size++) {
      await addEntries(1)
      heads.push(await currentHead())
      expect(heads.at(-1)?.treeSize).toBe(size)
    }
    expect(await appendToLog(deps)).toBe(0)
    const last = await currentHead()
    for (const head of heads) {
      const proof = await proveConsistency(db, { first: head.treeSize, second: last.treeSize })
      expect(await isConsistent(head, last, proof)).toBe(true)
      const [debit] = await proveDebits(db, paid, head.treeSize)
      if (!debit) throw new Error('The debit is not proven')
      const { leafIndex, proof: path } = debit
      const { rows } = await db.execute<{ hash: string }>(
        sql`SELECT encode(hash, 'hex') AS hash FROM ledger_log_leaves WHERE leaf_index = ${leafIndex}`,
      )
      expect(await isIncluded({ ...head, leafIndex, leafHash: rows[0]?.hash ?? '', proof: path })).toBe(true)
    }
    const read = await readStatement<HeadFacts>(headKind, last.statement, await listLogKeys(db))
    const { treeSize, rootHash, at } = last
    expect(read).toMatchObject({ state: 'genuine', facts: { treeSize, rootHash, at: at.toISOString() } })
    expect(await listHeads(db, { limit: 2, before: 200 })).toMatchObject([
      { treeSize: 199 },
      { treeSize: 198 },
    ])
    expect(await checkLog(db)).toEqual([])
  })

  test('is the same whether entries come one by one or thousands at once', async () => {
    await addEntries(3)
    await currentHead()
    await deps.db.execute(sql`WITH made AS (
      INSERT INTO credit_ledger (id, company_id, site, lot_id, kind, amount, at)
      SELECT 'led_' || gen_random_uuid(), company_id, site, lot_id, 'grant', 1, at
      FROM credit_ledger, generate_series(1, 9000) WHERE sequence = (SELECT max(sequence) FROM credit_ledger)
      RETURNING sequence) INSERT INTO ledger_log_pending SELECT sequence FROM made`)
    const before = await currentHead()
    await addEntries(2)
    const after = await currentHead()
    expect(after.treeSize).toBe(before.treeSize + 2)
    const proof = await proveConsistency(deps.db, { first: before.treeSize, second: after.treeSize })
    expect(await isConsistent(before, after, proof)).toBe(true)
    expect(await checkLog(deps.db, { isWhole: true })).toEqual([])
  })

  test('takes the entries of many transactions at the same time, also those that commit out of order', async () => {
    const { db } = deps
    const { holder } = current()
    const { rows } = await db.execute<{ id: string }>(
      sql`SELECT id FROM credit_lots WHERE company_id = ${holder.balance.companyId} LIMIT 1`,
    )
    const entry = {
      ...holder.balance,
      lotId: rows[0]?.id ?? '',
      kind: 'grant' as const,
      amount: 1,
      at: start,
    }
    const held = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const slow = db.transaction(async (tx) => {
      await writeEntry(tx, entry)
      written.resolve()
      await held.promise
    })
    await written.promise
    const before = (await currentHead()).treeSize
    await Promise.all(
      Array.from({ length: 40 }, async (_, at) => {
        if (at % 4 === 0) await appendToLog(deps)
        else await db.transaction(async (tx) => await writeEntry(tx, entry))
      }),
    )
    expect((await currentHead()).treeSize).toBe(before + 30)
    held.resolve()
    await slow
    expect((await currentHead()).treeSize).toBe(before + 31)
    expect(await checkLog(db)).toEqual([])
  })

  test('stopped before its commit has appended nothing, and goes on', async () => {
    await currentHead()
    const before = (await currentHead()).treeSize
    await addEntries(5)
    const stopping = { ...deps, faults: () => Promise.reject(new Error('stopped')) }
    await expect(appendToLog(stopping)).rejects.toThrow('stopped')
    expect(await checkLog(deps.db)).toEqual([])
    expect((await currentHead()).treeSize).toBe(before + 5)
  })

  test('signs with a new key after a change of keys, and the old heads stay genuine', async () => {
    const old = await currentHead()
    await rotateLogKey(deps.db, { secret: deps.secret, now: start, reason: 'a test' })
    await addEntries(1)
    const now = await currentHead()
    expect(now.keyId).not.toBe(old.keyId)
    const keys = await listLogKeys(deps.db)
    expect(keys.filter(({ retiredAt }) => retiredAt === null)).toMatchObject([{ id: now.keyId }])
    for (const { statement } of [old, now])
      expect(await readStatement(headKind, statement, keys)).toMatchObject({ state: 'genuine' })
    await expect(readCurrentHead({ ...deps, secret: 'another secret' })).resolves.toBeDefined()
    await addEntries(1)
    await expect(readCurrentHead({ ...deps, secret: 'another secret' })).rejects.toThrow()
  })
})

describe('checkLog', () => {
  const falsified: [string, ReturnType<typeof sql>, RegExp][] = [
    [
      'an entry that was changed',
      sql`UPDATE credit_ledger SET amount = amount + 1`,
      /entry is not what leaf/,
    ],
    [
      'an entry that is gone',
      sql`DELETE FROM credit_ledger WHERE sequence = (SELECT min(sequence) FROM ledger_log_leaves)`,
      /entry is gone/,
    ],
    [
      'an entry that never came in',
      sql`INSERT INTO credit_ledger (id, company_id, site, lot_id, kind, amount, at)
      SELECT 'led_x', company_id, site, lot_id, 'grant', 1, at FROM credit_ledger LIMIT 1`,
      /entries that wait/,
    ],
    [
      'a leaf that was changed',
      sql`UPDATE ledger_log_leaves SET hash = sha256('x') WHERE leaf_index = 0`,
      /not the hash of its leaves/,
    ],
    [
      'a stored hash that was changed',
      sql`UPDATE ledger_log_nodes SET hash = sha256('x') WHERE level = 4 AND node_index = 0`,
      /not the hash of its leaves/,
    ],
    [
      'a head of another root',
      sql`UPDATE ledger_log_heads SET root_hash = repeat('0', 64)`,
      /not the root of the leaves/,
    ],
    [
      'a head that says something else than was signed',
      sql`UPDATE ledger_log_heads SET statement = statement || 'A'`,
      /not what was signed/,
    ],
    [
      'a head that is gone',
      sql`DELETE FROM ledger_log_heads WHERE tree_size = (SELECT max(tree_size) FROM ledger_log_heads)`,
      /the head has/,
    ],
  ]

  test('finds nothing while entries are appended', async () => {
    let checks = 0
    let isDone = false
    // However slow the checks are, several of them are made meanwhile.
    const append = async () => {
      for (let round = 0; !isDone && (round < 40 || checks < 6); round++) {
        await addEntries(1)
        await appendToLog(deps)
      }
    }
    const appending = append().finally(() => {
      isDone = true
    })
    try {
      while (!isDone) {
        expect(await checkLog(deps.db)).toEqual([])
        checks++
      }
    } finally {
      isDone = true
      await appending
    }
    expect(checks).toBeGreaterThan(5)
  })

  test.each(falsified)('finds %s', async (_, statement, detail) => {
    await addEntries(16)
    await currentHead()
    const findings = deps.db.transaction(async (tx) => {
      expect((await tx.execute(statement)).rowCount).toBeGreaterThan(0)
      throw await checkLog(tx)
    })
    const found = await findings.catch((violations: unknown) => violations)
    expect(found).toContainEqual(expect.objectContaining({ detail: expect.stringMatching(detail) }))
  })
})
