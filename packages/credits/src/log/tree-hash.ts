import { createHash } from 'node:crypto'
import { type Subtree, subtreesOf } from './subtrees.ts'

/** Every so many levels the hashes of whole subtrees are stored; those between are computed of at most 15 others. */
export const storedEvery = 4

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const leafPrefix = Uint8Array.of(0)
const nodePrefix = Uint8Array.of(1)

/** RFC 6962, section 2.1: a leaf and a node are never taken for each other. */
export const leafHash = (entry: Uint8Array): Buffer => sha256(leafPrefix, entry)
const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(nodePrefix, left, right)

/** The hash of an empty tree. */
const emptyRoot: Buffer = sha256()

/** The hash of whole subtrees of the same size that stand side by side; a power of two of them. */
export function hashRow(hashes: readonly Buffer[]): Buffer {
  let row = hashes
  while (row.length > 1)
    row = Array.from({ length: row.length / 2 }, (_, at) =>
      nodeHash(row[at * 2] as Buffer, row[at * 2 + 1] as Buffer),
    )
  return row[0] as Buffer
}

/** The stored subtrees that a subtree is computed of: itself where it is stored. */
export function storedSubtreesOf({ level, index }: Subtree): Subtree[] {
  const above = level % storedEvery
  return Array.from({ length: 2 ** above }, (_, at) => ({
    level: level - above,
    index: index * 2 ** above + at,
  }))
}

/** Reads the hash of a stored subtree. */
export type ReadHash = (subtree: Subtree) => Buffer

const hashOf = (subtree: Subtree, read: ReadHash): Buffer => hashRow(storedSubtreesOf(subtree).map(read))

/** The hash of the leaves from `start` up to `end`; the stored hashes are those of `storedSubtreesOf`. */
export function hashLeaves(leaves: { readonly start: number; readonly end: number }, read: ReadHash): Buffer {
  const hashes = subtreesOf(leaves).map((subtree) => hashOf(subtree, read))
  return hashes.length === 0 ? emptyRoot : hashes.reduceRight((right, left) => nodeHash(left, right))
}
