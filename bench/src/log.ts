import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkLog } from '@freeor/credits/log/check-log'
import { isConsistent, isIncluded } from '@freeor/credits/log/check-proof'
import { appendToLog } from '@freeor/credits/log/commands'
import { findLastHead, proveConsistency, proveDebits } from '@freeor/credits/log/queries'
import { type Database, openDatabase } from '@freeor/postgres/database'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { databaseUrlOf, onDatabase } from './server/customers.ts'
import { median, quantile, timed } from './stopwatch.ts'
import type { BenchSystem } from './system.ts'
import { inMs, note, number, say, table } from './table.ts'

const ENTRIES_A_STATEMENT = 500_000
const PROOFS = 2_000

/** Appending to the ledger's log, and its proofs, with as many entries as `--rows` says. */
export async function benchLog(system: BenchSystem): Promise<void> {
  const { dataDir } = await system.server()
  const { rows } = system.options
  note(`Writing ${rows.toLocaleString('en-US')} entries of the ledger ...`)
  await onDatabase(dataDir, async (client) => await writeEntries(client, rows))
  const { db, close } = openDatabase(await databaseUrlOf(dataDir), { statementMilliseconds: 120_000 })
  try {
    const secret = (await readFile(join(dataDir, 'auth-secret'), 'utf8')).trim()
    const log = { db, clock: { now: () => new Date() }, secret }
    note('Appending them ...')
    const appending = await timed(async () => await appendToLog(log))
    const head = await findLastHead(db)
    const size = head?.treeSize ?? 0
    say(`\nLog of ${size.toLocaleString('en-US')} entries, in transactions of 10,000`)
    const inclusion = await timeProofs(db, size)
    const consistency = await timeConsistency(db, size)
    const doctor = await timed(async () => await checkLog(db))
    if (doctor.value.length > 0) throw new Error(`The log is not sound: ${JSON.stringify(doctor.value)}`)
    say(
      table(
        ['', 'median', 'p95'],
        [
          ['proof of an entry', inMs(median(inclusion)), inMs(quantile(inclusion, 0.95))],
          ['proof between two heads', inMs(median(consistency)), inMs(quantile(consistency, 0.95))],
        ],
      ),
    )
    // The server appends too, once a minute: what it appended meanwhile is not counted.
    say(
      `appended ${number((appending.value / appending.ms) * 1000)} entries a second, each turn with a signed head (${appending.value.toLocaleString('en-US')} of them)`,
    )
    say(`doctor: ${inMs(doctor.ms)}`)
    say(`tables of the log: ${await sizeOf(db)}`)
  } finally {
    await close()
  }
}

/** Entries as grants of one lot: as large as real ones, without the rest of their lives. */
async function writeEntries(client: pg.Client, rows: number): Promise<void> {
  // Foreign keys of made-up rows: checking them would take longer than what is measured.
  await client.query('SET session_replication_role = replica')
  for (let written = 0; written < rows; written += ENTRIES_A_STATEMENT)
    await client.query(
      `WITH lot AS (SELECT id, company_id FROM credit_lots LIMIT 1), made AS (
        INSERT INTO credit_ledger (id, company_id, site, lot_id, kind, amount, subject_id, subject_name, at)
        SELECT 'led_' || md5(n::text), company_id, 'leads', lot.id, 'debit', -1, 'dl_' || n, 'plumbers.csv', now()
        FROM lot, generate_series($1::int, $2::int) AS n RETURNING sequence)
      INSERT INTO ledger_log_pending SELECT sequence FROM made`,
      [written + 1, Math.min(written + ENTRIES_A_STATEMENT, rows)],
    )
  await client.query('ANALYZE credit_ledger')
}

const someOf = (size: number) => 1 + Math.floor(Math.random() * (size - 1))

async function timeProofs(db: Database, size: number): Promise<number[]> {
  const head = await findLastHead(db)
  const times: number[] = []
  for (let done = 0; done < PROOFS; done++) {
    const subject = `dl_${Math.min(someOf(size), size - 100)}`
    const { ms, value } = await timed(async () => await proveDebits(db, subject, size))
    times.push(ms)
    const [proven] = value
    if (!proven || !head) throw new Error(`${subject} is not in the log`)
    if (done % 100 === 0 && !(await isProven(db, proven, head))) throw new Error(`${subject} is not proven`)
  }
  return times
}

async function isProven(
  db: Database,
  { leafIndex, proof }: { leafIndex: number; proof: readonly string[] },
  { treeSize, rootHash }: { treeSize: number; rootHash: string },
): Promise<boolean> {
  const { rows } = await db.execute<{ hash: string }>(
    sql`SELECT encode(hash, 'hex') AS hash FROM ledger_log_leaves WHERE leaf_index = ${leafIndex}`,
  )
  return await isIncluded({ leafIndex, proof, treeSize, rootHash, leafHash: rows[0]?.hash ?? '' })
}

async function timeConsistency(db: Database, second: number): Promise<number[]> {
  const { rows } = await db.execute<{ tree_size: string; root_hash: string }>(
    sql`SELECT tree_size, root_hash FROM ledger_log_heads ORDER BY random() LIMIT 500`,
  )
  const last = await findLastHead(db)
  const times: number[] = []
  for (const { tree_size, root_hash } of rows) {
    const first = { treeSize: Number(tree_size), rootHash: root_hash }
    const { ms, value } = await timed(
      async () => await proveConsistency(db, { first: first.treeSize, second }),
    )
    times.push(ms)
    if (!last || !(await isConsistent(first, last, value))) throw new Error('Two heads are not consistent')
  }
  return times
}

async function sizeOf(db: Database): Promise<string> {
  const { rows } = await db.execute<{ size: string }>(sql`SELECT pg_size_pretty(
    pg_total_relation_size('ledger_log_leaves') + pg_total_relation_size('ledger_log_nodes') +
    pg_total_relation_size('ledger_log_heads')) AS size`)
  return rows[0]?.size ?? ''
}
