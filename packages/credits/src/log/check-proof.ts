/** Checks of proofs, as RFC 9162 gives them in steps. They run in a browser as well, and ask nobody. */

const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

const toHex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

async function sha256(prefix: number, ...parts: readonly Uint8Array[]): Promise<string> {
  const bytes = Uint8Array.from([prefix, ...parts.flatMap((part) => [...part])])
  return toHex(await crypto.subtle.digest('SHA-256', bytes))
}

/** The hash of a leaf whose entry is this text. */
export const hashOfLeaf = async (entry: string): Promise<string> =>
  await sha256(0, new TextEncoder().encode(entry))

const hashOfNode = async (left: string, right: string): Promise<string> =>
  await sha256(1, fromHex(left), fromHex(right))

const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)
const isOdd = (number: number): boolean => number % 2 === 1
const half = (number: number): number => Math.floor(number / 2)

export type Inclusion = {
  readonly leafHash: string
  readonly leafIndex: number
  readonly treeSize: number
  readonly rootHash: string
  /** In hexadecimal digits, like all hashes here. */
  readonly proof: readonly string[]
}

/** Whether the leaf is at its place in the tree. RFC 9162, section 2.1.3.2. */
export async function isIncluded(inclusion: Inclusion): Promise<boolean> {
  const { leafHash, leafIndex, treeSize, rootHash, proof } = inclusion
  if (![leafHash, rootHash, ...proof].every(isHash)) return false
  if (![leafIndex, treeSize].every(Number.isSafeInteger) || leafIndex < 0 || leafIndex >= treeSize)
    return false
  let [at, last, hash] = [leafIndex, treeSize - 1, leafHash]
  for (const one of proof) {
    if (last === 0) return false
    if (isOdd(at) || at === last) {
      hash = await hashOfNode(one, hash)
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)]
    } else hash = await hashOfNode(hash, one)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && hash === rootHash
}

/** The type of the statement that a signed head is. */
export const headKind = 'freeor-ledger-head'

export type TreeHead = { readonly treeSize: number; readonly rootHash: string }

const isPowerOfTwo = (number: number): boolean => number === 1 || (!isOdd(number) && isPowerOfTwo(number / 2))

/** Whether the first tree is the beginning of the second: nothing in it was changed. RFC 9162, section 2.1.4.2. */
export async function isConsistent(
  first: TreeHead,
  second: TreeHead,
  proof: readonly string[],
): Promise<boolean> {
  if (![first.rootHash, second.rootHash, ...proof].every(isHash)) return false
  if (first.treeSize === second.treeSize) return first.rootHash === second.rootHash && proof.length === 0
  const sizes = [first.treeSize, second.treeSize]
  if (!sizes.every(Number.isSafeInteger) || first.treeSize < 1 || first.treeSize > second.treeSize)
    return false
  const [start, ...path] = isPowerOfTwo(first.treeSize) ? [first.rootHash, ...proof] : proof
  if (start === undefined || path.length === 0) return false
  let [at, last] = [first.treeSize - 1, second.treeSize - 1]
  while (isOdd(at)) [at, last] = [half(at), half(last)]
  let [older, newer] = [start, start]
  for (const one of path) {
    if (last === 0) return false
    if (isOdd(at) || at === last) {
      older = await hashOfNode(one, older)
      newer = await hashOfNode(one, newer)
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)]
    } else newer = await hashOfNode(newer, one)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && older === first.rootHash && newer === second.rootHash
}
