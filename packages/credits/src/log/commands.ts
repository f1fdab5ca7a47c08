import { signStatement } from '@freeor/kernel/signing/statement'
import type { Tx } from '@freeor/postgres/database'
import { sql } from 'drizzle-orm'
import { headKind } from './check-proof.ts'
import { ensureLogKey } from './keys/commands.ts'
import type { LogDeps } from './ports.ts'
import { findLastHead, leafBytes, listPending, readEdge, readLogSize, type SignedHead } from './queries.ts'
import { type Subtree, subtreesOf } from './subtrees.ts'
import { ledgerLogHeads, ledgerLogPending } from './tables.ts'
import { hashLeaves, hashRow, leafHash, type ReadHash, storedEvery, storedSubtreesOf } from './tree-hash.ts'

/** The advisory lock that lets one transaction append at a time. Any fixed number will do. */
const appendLock = 6_962_690_217

/** Entries that are appended in one transaction. */
const entriesATurn = 10_000

const width = 2 ** storedEvery

/** A tree that grows to the right: it keeps the stored hashes of its edge, and tells each new one. */
function openEdge(size: number, read: ReadHash) {
  const edge = new Map<string, Buffer>()
  const keyOf = ({ level, index }: Subtree) => `${level}/${index}`
  for (const subtree of subtreesOf({ start: 0, end: size }).flatMap(storedSubtreesOf))
    edge.set(keyOf(subtree), read(subtree))
  const known: ReadHash = (subtree) => edge.get(keyOf(subtree)) as Buffer
  const nodes: { subtree: Subtree; hash: Buffer }[] = []
  const add = (subtree: Subtree, hash: Buffer): void => {
    edge.set(keyOf(subtree), hash)
    if (subtree.level > 0) nodes.push({ subtree, hash })
    if ((subtree.index + 1) % width !== 0) return
    const first = subtree.index + 1 - width
    const row = Array.from({ length: width }, (_, at) => ({ level: subtree.level, index: first + at }))
    const above = hashRow(row.map(known))
    for (const one of row) edge.delete(keyOf(one))
    add({ level: subtree.level + storedEvery, index: first / width }, above)
  }
  return {
    nodes,
    addLeaf: (index: number, hash: Buffer) => add({ level: 0, index }, hash),
    root: (leaves: number) => hashLeaves({ start: 0, end: leaves }, known).toString('hex'),
  }
}

/**
 * Appends what was written to the ledger and is not in the log yet, in the order in which it was written, and signs the
 * new head, in one transaction. Of several at the same time, one appends and the others wait for it.
 * @returns how many entries
 */
async function appendTurn(deps: LogDeps): Promise<number> {
  return await deps.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${appendLock})`)
    const entries = await listPending(tx, entriesATurn)
    if (entries.length === 0) return 0
    const size = await readLogSize(tx)
    const edge = openEdge(size, await readEdge(tx, size))
    const hashes = entries.map((entry) => leafHash(leafBytes(entry)))
    hashes.forEach((hash, at) => {
      edge.addLeaf(size + at, hash)
    })
    const sequences = entries.map(({ sequence }) => sequence)
    await insertLeaves(tx, { size, sequences, hashes })
    await insertNodes(tx, edge.nodes)
    await deps.faults?.('log-appending')
    await tx
      .delete(ledgerLogPending)
      .where(sql`${ledgerLogPending.sequence} = ANY(${sql.param(sequences)}::bigint[])`)
    const treeSize = size + entries.length
    await signHead(tx, deps, { treeSize, rootHash: edge.root(treeSize) })
    return entries.length
  })
}

type NewLeaves = {
  readonly size: number
  readonly sequences: readonly number[]
  readonly hashes: readonly Buffer[]
}

async function insertLeaves(tx: Tx, { size, sequences, hashes }: NewLeaves): Promise<void> {
  await tx.execute(sql`
    INSERT INTO ledger_log_leaves (leaf_index, sequence, hash)
    SELECT ${size} + place - 1, sequence, hash
    FROM unnest(${sql.param(sequences)}::bigint[], ${sql.param(hashes)}::bytea[]) WITH ORDINALITY AS leaf(sequence, hash, place)`)
}

async function insertNodes(tx: Tx, nodes: readonly { subtree: Subtree; hash: Buffer }[]): Promise<void> {
  const levels = sql.param(nodes.map(({ subtree }) => subtree.level))
  const indexes = sql.param(nodes.map(({ subtree }) => subtree.index))
  const hashes = sql.param(nodes.map(({ hash }) => hash))
  await tx.execute(sql`
    INSERT INTO ledger_log_nodes (level, node_index, hash)
    SELECT * FROM unnest(${levels}::smallint[], ${indexes}::bigint[], ${hashes}::bytea[])`)
}

async function signHead(
  tx: Tx,
  { clock, secret }: LogDeps,
  head: { readonly treeSize: number; readonly rootHash: string },
): Promise<void> {
  const at = clock.now()
  const key = await ensureLogKey(tx, { secret, now: at })
  const statement = await signStatement(headKind, { ...head, at: at.toISOString() }, key)
  await tx.insert(ledgerLogHeads).values({ ...head, at, keyId: key.id, statement })
}

/** Appends all that the log does not have yet. @returns how many entries */
export async function appendToLog(deps: LogDeps): Promise<number> {
  let appended = 0
  for (;;) {
    const entries = await appendTurn(deps)
    appended += entries
    if (entries > 0) await deps.faults?.('log-appended')
    if (entries < entriesATurn) return appended
  }
}

/** The head of the log with all entries that are committed now; undefined while there is none. */
export async function readCurrentHead(deps: LogDeps): Promise<SignedHead | undefined> {
  await appendToLog(deps)
  return await findLastHead(deps.db)
}
