import { headKind, isConsistent, type TreeHead } from '@freeor/credits/log/check-proof'
import { type ReaderKey, readStatement } from '@freeor/kernel/signing/statement'
import { isConsistencyProof, isHead, isReceipt } from './receipt-shape.ts'

/** Another receipt or head, and what proves that one of the two trees is the beginning of the other. */
export type Other = {
  readonly text: string
  /** The answer of `/api/log/consistency`; not needed where both have the same size. */
  readonly proof?: string | undefined
}

export type HistoryProblem =
  | { readonly kind: 'other_unreadable' | 'other_signature' | 'proof_unreadable' | 'rewritten' }
  /** The sizes between which a proof is needed. */
  | { readonly kind: 'proof_missing'; readonly first: number; readonly second: number }

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The head in a receipt, or a head by itself, as its own signature says it. */
async function readHead(text: string, keys: readonly ReaderKey[]): Promise<TreeHead | HistoryProblem> {
  const value = parse(text)
  const head = isReceipt(value) ? value.head : value
  if (!isHead(head)) return { kind: 'other_unreadable' }
  const read = await readStatement<TreeHead>(headKind, head.statement, keys)
  const isSigned =
    read.state === 'genuine' && read.facts.treeSize === head.treeSize && read.facts.rootHash === head.rootHash
  return isSigned ? { treeSize: head.treeSize, rootHash: head.rootHash } : { kind: 'other_signature' }
}

/** Whether the log that the receipt knows and the one that the other file knows are one log that only grew. */
export async function checkHistory(
  own: TreeHead,
  other: Other | undefined,
  keys: readonly ReaderKey[],
): Promise<HistoryProblem[]> {
  if (!other) return []
  const head = await readHead(other.text, keys)
  if ('kind' in head) return [head]
  const [older, newer] = head.treeSize <= own.treeSize ? [head, own] : [own, head]
  const sizes = { first: older.treeSize, second: newer.treeSize }
  if (sizes.first === sizes.second) return older.rootHash === newer.rootHash ? [] : [{ kind: 'rewritten' }]
  if (other.proof === undefined) return [{ kind: 'proof_missing', ...sizes }]
  const proof = parse(other.proof)
  if (!isConsistencyProof(proof)) return [{ kind: 'proof_unreadable' }]
  if (proof.first !== sizes.first || proof.second !== sizes.second)
    return [{ kind: 'proof_missing', ...sizes }]
  return (await isConsistent(older, newer, proof.proof)) ? [] : [{ kind: 'rewritten' }]
}
