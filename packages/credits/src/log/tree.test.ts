import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashOfLeaf, isConsistent, isIncluded } from './check-proof.ts'
import { consistencyPath, inclusionPath, type Subtree } from './subtrees.ts'
import { hashLeaves, hashRow, leafHash, type ReadHash } from './tree-hash.ts'

/** RFC 6962, section 2.1, word for word, with nothing of ours; what was computed once is remembered. */
const sha = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
type Data = { readonly of: readonly Buffer[]; readonly from: number; readonly n: number }
const k = (n: number) => 2 ** Math.floor(Math.log2(n - 1))
const left = ({ of, from, n }: Data): Data => ({ of, from, n: k(n) })
const right = ({ of, from, n }: Data): Data => ({ of, from: from + k(n), n: n - k(n) })
const roots = new Map<string, Buffer>()
function MTH(D: Data): Buffer {
  if (D.of !== entries) return defined(D)
  const name = `${D.from} ${D.n}`
  const root = roots.get(name) ?? defined(D)
  roots.set(name, root)
  return root
}
function defined(D: Data): Buffer {
  if (D.n === 0) return sha()
  if (D.n === 1) return sha(Buffer.of(0), D.of[D.from] as Buffer)
  return sha(Buffer.of(1), MTH(left(D)), MTH(right(D)))
}
function PATH(m: number, D: Data): Buffer[] {
  if (D.n === 1) return []
  return m < k(D.n) ? [...PATH(m, left(D)), MTH(right(D))] : [...PATH(m - k(D.n), right(D)), MTH(left(D))]
}
function SUBPROOF(m: number, D: Data, b: boolean): Buffer[] {
  if (m === D.n) return b ? [] : [MTH(D)]
  return m <= k(D.n)
    ? [...SUBPROOF(m, left(D), b), MTH(right(D))]
    : [...SUBPROOF(m - k(D.n), right(D), false), MTH(left(D))]
}

const entries = Array.from({ length: 200 }, (_, at) => Buffer.from(`entry ${at}`))
const leaves = entries.map(leafHash)

/** As if every stored hash were kept: computed of the leaves. */
const known = new Map<string, Buffer>()
const read: ReadHash = ({ level, index }: Subtree) => {
  const name = `${level}/${index}`
  const hash = known.get(name) ?? hashRow(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))
  known.set(name, hash)
  return hash
}
const hex = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex'))
const hashes = (runs: readonly { start: number; end: number }[]) =>
  hex(runs.map((run) => hashLeaves(run, read)))

const whole = (n: number): Data => ({ of: entries, from: 0, n })

describe('the tree', () => {
  test('has the known hashes of RFC 6962', () => {
    expect(hashLeaves({ start: 0, end: 0 }, read).toString('hex')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    )
    expect(leafHash(Buffer.alloc(0)).toString('hex')).toBe(
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    )
    // The reference tree of Certificate Transparency's own tests, with its eight leaves.
    const reference = ' 00 10 2021 3031 40414243 5051525354555657 606162636465666768696a6b6c6d6e6f'.split(' ')
    const data = reference.map((text) => leafHash(Buffer.from(text, 'hex')))
    expect(hashRow(data).toString('hex')).toBe(
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    )
  })

  test('has the root and all proofs of the definition, for every size to 200', () => {
    for (let size = 0; size <= 200; size++) {
      const run = { start: 0, end: size }
      expect(hashLeaves(run, read)).toEqual(MTH(whole(size)))
      for (let m = 0; m < size; m++)
        expect(hashes(inclusionPath(m, run)), `${m} in ${size}`).toEqual(hex(PATH(m, whole(size))))
      for (let m = 1; m <= size; m++)
        expect(hashes(consistencyPath(m, size)), `${m} to ${size}`).toEqual(
          hex(SUBPROOF(m, whole(size), true)),
        )
    }
  })
})

const rootOf = (size: number) => MTH(whole(size)).toString('hex')
const pair = fc
  .tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 }))
  .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const)

/** One bit of one hash is changed, or one hash is left out or doubled. */
const spoiled = (proof: readonly string[], at: number, how: number): string[] => {
  const one = proof[at % proof.length] ?? ''
  const flipped = Buffer.from(one, 'hex')
  flipped[how % 32] = (flipped[how % 32] ?? 0) ^ (1 << (how % 8))
  if (how % 5 === 3) return proof.filter((_, step) => step !== at % proof.length)
  if (how % 5 === 4) return [...proof, one]
  return proof.map((hash, step) => (step === at % proof.length ? flipped.toString('hex') : hash))
}

describe('a check of a proof', () => {
  test('accepts every inclusion, and no other leaf, index, size, root or proof', async () => {
    await fc.assert(
      fc.asyncProperty(pair, fc.nat(), fc.nat(), async ([after, treeSize], at, how) => {
        const leafIndex = after - 1
        const proof = hashes(inclusionPath(leafIndex, { start: 0, end: treeSize }))
        const leaf = await hashOfLeaf(`entry ${leafIndex}`)
        const right = { leafHash: leaf, leafIndex, treeSize, rootHash: rootOf(treeSize), proof }
        expect(leaf).toBe(leaves[leafIndex]?.toString('hex'))
        expect(await isIncluded(right)).toBe(true)
        expect(await isIncluded({ ...right, leafHash: await hashOfLeaf('another') })).toBe(false)
        expect(await isIncluded({ ...right, rootHash: rootOf(treeSize - 1) })).toBe(false)
        expect(await isIncluded({ ...right, leafIndex: treeSize })).toBe(false)
        expect(await isIncluded({ ...right, leafIndex: leafIndex + 0.5 })).toBe(false)
        if (leafIndex > 0) expect(await isIncluded({ ...right, leafIndex: leafIndex - 1 })).toBe(false)
        if (proof.length > 0)
          expect(await isIncluded({ ...right, proof: spoiled(proof, at, how) })).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  test('accepts every tree as the beginning of a later one, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(pair, fc.nat(), fc.nat(), async ([first, second], at, how) => {
        const proof = hashes(consistencyPath(first, second))
        const head = (treeSize: number) => ({ treeSize, rootHash: rootOf(treeSize) })
        expect(await isConsistent(head(first), head(second), proof)).toBe(true)
        const rewritten = [Buffer.from('rewritten'), ...entries.slice(1, first)]
        const other = {
          treeSize: first,
          rootHash: MTH({ of: rewritten, from: 0, n: first }).toString('hex'),
        }
        expect(await isConsistent(other, head(second), proof)).toBe(false)
        expect(await isConsistent(head(second), other, proof)).toBe(false)
        if (proof.length > 0)
          expect(await isConsistent(head(first), head(second), spoiled(proof, at, how))).toBe(false)
        if (first < second) expect(await isConsistent(head(second), head(first), proof)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })
})
