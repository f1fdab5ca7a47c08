import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { creditLedger } from '../tables.ts'
import { entryText, type LoggedEntry } from './entry-text.ts'
import { consistencyPath, inclusionPath, type Subtree, subtreesOf } from './subtrees.ts'
import { ledgerLogHeads, ledgerLogLeaves, ledgerLogNodes, ledgerLogPending } from './tables.ts'
import { hashLeaves, type ReadHash, storedSubtreesOf } from './tree-hash.ts'

export type SignedHead = {
  readonly treeSize: number
  /** In hexadecimal digits. */
  readonly rootHash: string
  readonly at: Date
  readonly keyId: string
  readonly statement: string
}

/** What a signed head says. */
export type HeadFacts = { readonly treeSize: number; readonly rootHash: string; readonly at: string }

type Leaves = { readonly start: number; readonly end: number }

const keyOf = ({ level, index }: Subtree) => `${level}/${index}`

/** Reads the hashes of these stored subtrees in two statements. */
async function readHashes(tx: Tx, subtrees: readonly Subtree[]): Promise<ReadHash> {
  const leaves = subtrees.filter(({ level }) => level === 0).map(({ index }) => index)
  const nodes = subtrees.filter(({ level }) => level > 0)
  const found = new Map<string, Buffer>()
  if (leaves.length > 0) {
    const { index, hash } = ledgerLogLeaves
    const rows = await tx.select({ index, hash }).from(ledgerLogLeaves).where(inArray(index, leaves))
    for (const row of rows) found.set(keyOf({ level: 0, index: row.index }), row.hash)
  }
  if (nodes.length > 0) {
    const levels = sql.param(nodes.map(({ level }) => level))
    const indexes = sql.param(nodes.map(({ index }) => index))
    const rows = await tx
      .select()
      .from(ledgerLogNodes)
      .where(
        sql`(${ledgerLogNodes.level}, ${ledgerLogNodes.index}) IN (SELECT * FROM unnest(${levels}::smallint[], ${indexes}::bigint[]))`,
      )
    for (const row of rows) found.set(keyOf(row), row.hash)
  }
  return (subtree) => {
    const hash = found.get(keyOf(subtree))
    if (!hash) throw new AppError('internal', `The ledger log has no hash at ${keyOf(subtree)}`)
    return hash
  }
}

/** The hashes of these runs of leaves, computed of what is stored. */
async function hashEach(tx: Tx, runs: readonly Leaves[]): Promise<string[]> {
  const read = await readHashes(tx, runs.flatMap(subtreesOf).flatMap(storedSubtreesOf))
  return runs.map((run) => hashLeaves(run, read).toString('hex'))
}

/** The hash of a run of leaves that is a subtree, computed of the stored hashes. */
export async function computeHash(tx: Tx, run: Leaves): Promise<string> {
  const [hash = ''] = await hashEach(tx, [run])
  return hash
}

/** How many leaves the log has. */
export async function readLogSize(tx: Tx): Promise<number> {
  const { index } = ledgerLogLeaves
  const [last] = await tx.select({ index }).from(ledgerLogLeaves).orderBy(desc(index)).limit(1)
  return last ? last.index + 1 : 0
}

/** The newest signed head; undefined before the first entry. */
export async function findLastHead(tx: Tx): Promise<SignedHead | undefined> {
  const [head] = await tx.select().from(ledgerLogHeads).orderBy(desc(ledgerLogHeads.treeSize)).limit(1)
  return head
}

/** Signed heads, the largest first; `before` is the size of the last one already seen. */
export async function listHeads(
  tx: Tx,
  { limit, before }: { readonly limit: number; readonly before?: number | undefined },
): Promise<SignedHead[]> {
  return await tx
    .select()
    .from(ledgerLogHeads)
    .where(before === undefined ? undefined : lt(ledgerLogHeads.treeSize, before))
    .orderBy(desc(ledgerLogHeads.treeSize))
    .limit(limit)
}

/**
 * The proof that the tree of `first` leaves is the beginning of the tree of `second` leaves.
 * @throws AppError invalid_request for sizes that the log does not have
 */
export async function proveConsistency(
  tx: Tx,
  { first, second }: { readonly first: number; readonly second: number },
): Promise<string[]> {
  if (!(first >= 1 && first <= second && second <= (await readLogSize(tx))))
    throw new AppError('invalid_request', 'The ledger log has no such sizes.')
  return await hashEach(tx, consistencyPath(first, second))
}

export type ProvenEntry = {
  readonly entry: LoggedEntry
  readonly leafIndex: number
  readonly proof: readonly string[]
}

/** The debits of a subject, each with the proof that the tree of this size has it; those that it has not are left out. */
export async function proveDebits(tx: Tx, subjectId: string, treeSize: number): Promise<ProvenEntry[]> {
  const isDebit = and(eq(creditLedger.subjectId, subjectId), eq(creditLedger.kind, 'debit'))
  const rows = await tx
    .select({ row: creditLedger, leafIndex: ledgerLogLeaves.index })
    .from(creditLedger)
    .innerJoin(ledgerLogLeaves, eq(ledgerLogLeaves.sequence, creditLedger.sequence))
    .where(and(isDebit, lt(ledgerLogLeaves.index, treeSize)))
    .orderBy(asc(ledgerLogLeaves.index))
  const proven: ProvenEntry[] = []
  for (const { row, leafIndex } of rows) {
    const proof = await hashEach(tx, inclusionPath(leafIndex, { start: 0, end: treeSize }))
    proven.push({ entry: toEntry(row), leafIndex, proof })
  }
  return proven
}

/** The entry of a row, as the log has it. */
function toEntry(row: typeof creditLedger.$inferSelect): LoggedEntry {
  const { sequence: _, at, ...fields } = row
  return { ...fields, at: at.toISOString() }
}

/** The bytes of a leaf. */
export const leafBytes = (row: typeof creditLedger.$inferSelect): Buffer =>
  Buffer.from(entryText(toEntry(row)), 'utf8')

/** Entries that the log does not have yet, the oldest first. */
export async function listPending(tx: Tx, limit: number): Promise<(typeof creditLedger.$inferSelect)[]> {
  const rows = await tx
    .select({ row: creditLedger })
    .from(ledgerLogPending)
    .innerJoin(creditLedger, eq(creditLedger.sequence, ledgerLogPending.sequence))
    .orderBy(asc(ledgerLogPending.sequence))
    .limit(limit)
  return rows.map(({ row }) => row)
}

/** How many entries the log does not have yet; the log's writer keeps them few. */
export const countPending = async (tx: Tx): Promise<number> => await tx.$count(ledgerLogPending)

/** Stored subtrees on the right edge of a tree of this size: what the next leaves are hashed with. */
export async function readEdge(tx: Tx, size: number): Promise<ReadHash> {
  return await readHashes(tx, subtreesOf({ start: 0, end: size }).flatMap(storedSubtreesOf))
}
