import { readStatement } from '@freeor/kernel/signing/statement'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, gte, lt, or, sql } from 'drizzle-orm'
import { creditLedger } from '../tables.ts'
import { headKind } from './check-proof.ts'
import { listLogKeys } from './keys/queries.ts'
import { computeHash, findLastHead, type HeadFacts, leafBytes, readLogSize } from './queries.ts'
import { ledgerLogLeaves, ledgerLogNodes } from './tables.ts'
import { hashRow, leafHash, storedEvery } from './tree-hash.ts'

type Leaves = { readonly start: number; readonly end: number }

export type LogViolation = { readonly id: string; readonly detail: string }

/** A run of leaves that is a whole subtree: its entries are read and hashed again, up to its stored hash. */
const runLevel = 12
const leavesARun = 2 ** runLevel
/** The levels that are stored of a run. */
const levels = [4, 8, runLevel]
/** A log of up to this many runs is examined as a whole. */
const wholeRuns = 25
/** Of a longer one: this many of the newest runs, and as many others by chance. */
const newestRuns = 10
const randomRuns = 15

/**
 * Everything about the log that breaks its rule: it has each entry of the ledger once, unless the entry still waits to
 * be appended; each leaf is the hash of its entry; the newest head is the root of all leaves, signed by us.
 *
 * Rows are counted and the root is computed of the stored hashes each time. Hashing every entry again would take minutes
 * for millions, so of a long log only some runs are: the newest, and others by chance. With `isWhole` all are.
 *
 * All statements see one state of the database: entries may be appended between two of them.
 */
export async function checkLog(db: Tx, { isWhole = false } = {}): Promise<LogViolation[]> {
  return await db.transaction(
    async (tx) => {
      const size = await readLogSize(tx)
      const runs = await checkRuns(tx, size, isWhole)
      return [...(await checkCounts(tx)), ...(await checkHead(tx, size)), ...(await checkNodes(tx)), ...runs]
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function checkCounts(tx: Tx): Promise<LogViolation[]> {
  const { rows } = await tx.execute<{
    entries: string
    leaves: string
    pending: string
    highest: string
  }>(sql`
    SELECT (SELECT count(*) FROM credit_ledger) AS entries,
      (SELECT count(*) FROM ledger_log_leaves) AS leaves,
      (SELECT count(*) FROM ledger_log_pending) AS pending,
      (SELECT coalesce(max(leaf_index) + 1, 0) FROM ledger_log_leaves) AS highest`)
  const { entries, leaves, pending, highest } = rows[0] ?? {
    entries: '',
    leaves: '',
    pending: '',
    highest: '',
  }
  if (Number(entries) === Number(leaves) + Number(pending) && leaves === highest) return []
  return [
    {
      id: 'log',
      detail: `${entries} entries, ${leaves} leaves up to ${highest}, ${pending} entries that wait`,
    },
  ]
}

async function checkHead(tx: Tx, size: number): Promise<LogViolation[]> {
  const head = await findLastHead(tx)
  if (!head) return size === 0 ? [] : [{ id: 'head', detail: `${size} leaves without a head` }]
  const statement = await readStatement<HeadFacts>(headKind, head.statement, await listLogKeys(tx))
  const isSigned =
    statement.state === 'genuine' &&
    statement.facts.treeSize === head.treeSize &&
    statement.facts.rootHash === head.rootHash
  const problems = [
    head.treeSize === size ? [] : [`the head has ${head.treeSize} leaves, the log ${size}`],
    head.treeSize <= size && (await computeHash(tx, { start: 0, end: head.treeSize })) === head.rootHash
      ? []
      : ['the head is not the root of the leaves'],
    isSigned ? [] : ['the head is not what was signed'],
  ].flat()
  return problems.map((detail) => ({ id: `head ${head.treeSize}`, detail }))
}

/** The runs that are examined, by their numbers. */
function chooseRuns(runs: number, isWhole: boolean): number[] {
  const all = Array.from({ length: runs }, (_, at) => at)
  if (isWhole || runs <= wholeRuns) return all
  const others = Array.from({ length: randomRuns }, () => Math.floor(Math.random() * (runs - newestRuns)))
  return [...new Set([...all.slice(-newestRuns), ...others])]
}

async function checkRuns(tx: Tx, size: number, isWhole: boolean): Promise<LogViolation[]> {
  const found: LogViolation[] = []
  for (const run of chooseRuns(Math.ceil(size / leavesARun), isWhole))
    found.push(
      ...(await checkRun(tx, { start: run * leavesARun, end: Math.min((run + 1) * leavesARun, size) })),
    )
  return found
}

/** The entries of a run hash to its leaves, and the leaves to the stored hashes of whole subtrees. */
async function checkRun(tx: Tx, run: Leaves): Promise<LogViolation[]> {
  const rows = await tx
    .select({ leaf: ledgerLogLeaves, entry: creditLedger })
    .from(ledgerLogLeaves)
    .leftJoin(creditLedger, eq(creditLedger.sequence, ledgerLogLeaves.sequence))
    .where(and(gte(ledgerLogLeaves.index, run.start), lt(ledgerLogLeaves.index, run.end)))
    .orderBy(ledgerLogLeaves.index)
  const wrong = rows.flatMap(({ leaf, entry }) => {
    if (!entry) return [{ id: `leaf ${leaf.index}`, detail: 'its entry is gone' }]
    const isSame = leafHash(leafBytes(entry)).equals(leaf.hash)
    return isSame ? [] : [{ id: entry.id, detail: `the entry is not what leaf ${leaf.index} was made of` }]
  })
  const leaves = rows.map(({ leaf }) => leaf.hash)
  if (leaves.length < run.end - run.start)
    return [...wrong, { id: `leaf ${run.start}`, detail: 'leaves are missing' }]
  const nodes = await readNodes(tx, run)
  return [...wrong, ...nodesOf(leaves, run.start).flatMap((node) => checkNode(node, nodes))]
}

/** The stored hashes of the whole subtrees in a run, by where they are. */
async function readNodes(tx: Tx, run: Leaves): Promise<ReadonlyMap<string, Buffer>> {
  const { level, index } = ledgerLogNodes
  const inRun = levels.map((one) =>
    and(eq(level, one), gte(index, run.start / 2 ** one), lt(index, Math.ceil(run.end / 2 ** one))),
  )
  const rows = await tx
    .select()
    .from(ledgerLogNodes)
    .where(or(...inRun))
  return new Map(rows.map((row) => [`${row.level}/${row.index}`, row.hash]))
}

type Node = { readonly subtree: string; readonly hash: Buffer }

/** What must be stored of whole subtrees that begin at `start`. */
const nodesOf = (leaves: readonly Buffer[], start: number): Node[] =>
  levels.flatMap((level) => {
    const size = 2 ** level
    return Array.from({ length: Math.floor(leaves.length / size) }, (_, at) => ({
      subtree: `${level}/${start / size + at}`,
      hash: hashRow(leaves.slice(at * size, (at + 1) * size)),
    }))
  })

const checkNode = ({ subtree, hash }: Node, stored: ReadonlyMap<string, Buffer>): LogViolation[] =>
  stored.get(subtree)?.equals(hash)
    ? []
    : [{ id: `node ${subtree}`, detail: 'it is not the hash of its leaves' }]

/** The hashes above the runs: few, so all are computed again. */
async function checkNodes(tx: Tx): Promise<LogViolation[]> {
  const rows = await tx.select().from(ledgerLogNodes).where(gte(ledgerLogNodes.level, runLevel))
  const hashes = new Map(rows.map(({ level, index, hash }) => [`${level}/${index}`, hash]))
  const width = 2 ** storedEvery
  return rows.flatMap(({ level, index, hash }) => {
    if (level === runLevel) return []
    const below = Array.from({ length: width }, (_, at) =>
      hashes.get(`${level - storedEvery}/${index * width + at}`),
    )
    const known = below.filter((one) => one !== undefined)
    const isRight = known.length === width && hashRow(known).equals(hash)
    return isRight ? [] : [{ id: `node ${level}/${index}`, detail: 'it is not the hash of those below it' }]
  })
}
