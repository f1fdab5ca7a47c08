import { hashOfLeaf, headKind, isIncluded } from '@freeor/credits/log/check-proof'
import { entryText } from '@freeor/credits/log/entry-text'
import { jwkOfMultikey } from '@freeor/kernel/signing/multikey'
import { type ReaderKey, readStatement } from '@freeor/kernel/signing/statement'
import { checkHistory, type HistoryProblem, type Other } from './check-history.ts'
import { isReceipt } from './receipt-shape.ts'
import type { Receipt } from './schema.ts'

/** The type of the statement that a receipt is. */
export const receiptKind = 'freeor-receipt'

/** What a receipt's statement says. */
export type ReceiptFacts = {
  readonly download: Receipt['download']
  /** The hashes of the leaves of its entries. */
  readonly entries: readonly string[]
  readonly treeSize: number
  readonly rootHash: string
}

/** What was found in a file that is said to be the download. */
export type FoundFile = {
  readonly sha256: string
  readonly bytes: number
  /** Undefined where rows of its format cannot be counted. */
  readonly rows: number | undefined
}

export type Problem =
  | { readonly kind: 'unreadable' | 'other_key' | 'key' | 'signature' | 'head' | 'price' }
  /** What the receipt says here is not what was signed. */
  | { readonly kind: 'changed'; readonly field: string }
  | { readonly kind: 'entry' | 'inclusion'; readonly entry: string }
  | { readonly kind: 'file_sha256' | 'file_bytes' | 'file_rows' }
  | HistoryProblem

export type CheckedReceipt = {
  readonly problems: readonly Problem[]
  /** As they were signed; undefined when nothing signed was found. */
  readonly facts: ReceiptFacts | undefined
  /** Whether the key was taken from the receipt itself, as the reader gave none. */
  readonly isOwnKey: boolean
}

export type CheckOptions = {
  /** Keys that the reader trusts; without any, the one in the receipt is taken. */
  readonly keys: readonly ReaderKey[]
  readonly file?: FoundFile | undefined
  /** Another receipt or head, older or newer, with the proof between the two. */
  readonly other?: Other | undefined
}

/** The public key of `did:key:z6Mk…`, which whoever reads knows to be the site's. */
export function keyFromText(text: string, id: string): ReaderKey | undefined {
  const publicJwk = jwkOfMultikey(text.trim().replace(/^did:key:/, ''))
  return publicJwk && { id, publicJwk }
}

/** The fields of two values that differ, each by its path. */
function differingFields(one: unknown, other: unknown, path = ''): string[] {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other ? [] : [path]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].flatMap((name) =>
    differingFields(
      (one as Record<string, unknown>)[name],
      (other as Record<string, unknown>)[name],
      path === '' ? name : `${path}.${name}`,
    ),
  )
}

function checkFile(file: FoundFile | undefined, download: Receipt['download']): Problem[] {
  if (!file) return []
  const kinds = [
    file.sha256 === download.sha256 ? [] : ['file_sha256' as const],
    file.bytes === download.bytes ? [] : ['file_bytes' as const],
    file.rows === undefined || file.rows === download.rows ? [] : ['file_rows' as const],
  ].flat()
  return kinds.map((kind) => ({ kind }))
}

/** Each entry is one that was signed, belongs to the download, and is in the log; together they are the price. */
async function checkEntries(receipt: Receipt, facts: ReceiptFacts): Promise<Problem[]> {
  const { treeSize, rootHash } = facts
  const { id: subjectId, companyId, price } = facts.download
  const problems: Problem[] = []
  for (const [at, { entry, leafIndex, proof }] of receipt.entries.entries()) {
    const leafHash = await hashOfLeaf(entryText(entry))
    const isOfDownload =
      entry.kind === 'debit' && entry.subjectId === subjectId && entry.companyId === companyId
    if (leafHash !== facts.entries[at] || !isOfDownload) problems.push({ kind: 'entry', entry: entry.id })
    else if (!(await isIncluded({ leafHash, leafIndex, treeSize, rootHash, proof })))
      problems.push({ kind: 'inclusion', entry: entry.id })
  }
  const paid = receipt.entries.reduce((sum, { entry }) => sum - entry.amount, 0)
  if (receipt.entries.length !== facts.entries.length || paid !== price) problems.push({ kind: 'price' })
  return problems
}

/** The keys to read with: those that the reader trusts, else the one in the receipt. */
function chooseKeys(
  { key }: Receipt,
  trusted: readonly ReaderKey[],
): { keys: readonly ReaderKey[]; problems: Problem[] } {
  const own = keyFromText(key.didKey, key.id)
  if (trusted.length === 0) return { keys: own ? [own] : [], problems: own ? [] : [{ kind: 'key' }] }
  const same = trusted.find(({ id }) => id === key.id)
  if (!same) return { keys: trusted, problems: [{ kind: 'other_key' }] }
  const isSame = own !== undefined && own.publicJwk.x === same.publicJwk.x
  return { keys: trusted, problems: isSame ? [] : [{ kind: 'key' }] }
}

async function checkHead({ head }: Receipt, keys: readonly ReaderKey[]): Promise<Problem[]> {
  const { statement, ...said } = head
  const read = await readStatement(headKind, statement, keys)
  const isSigned = read.state === 'genuine' && differingFields(read.facts, said).length === 0
  return isSigned ? [] : [{ kind: 'head' }]
}

/**
 * Says whether a receipt is genuine, and each thing in it that is not: its fields, its price, its entries' places in the
 * ledger's log, the log's head, the file, and that the log only grew since an older head. It asks no network.
 */
export async function checkReceipt(text: string, options: CheckOptions): Promise<CheckedReceipt> {
  const isOwnKey = options.keys.length === 0
  const receipt = parse(text)
  if (!isReceipt(receipt)) return { problems: [{ kind: 'unreadable' }], facts: undefined, isOwnKey }
  const { keys, problems } = chooseKeys(receipt, options.keys)
  const read = await readStatement<ReceiptFacts>(receiptKind, receipt.statement, keys)
  problems.push(...(await checkHead(receipt, keys)))
  if (read.state !== 'genuine') {
    const kind = read.state === 'other_key' ? 'other_key' : 'signature'
    if (!problems.some((one) => one.kind === kind)) problems.push({ kind })
    return { problems, facts: undefined, isOwnKey }
  }
  const { facts } = read
  const { treeSize, rootHash } = receipt.head
  const said = { download: receipt.download, treeSize, rootHash }
  const signed = { download: facts.download, treeSize: facts.treeSize, rootHash: facts.rootHash }
  problems.push(
    ...differingFields(said, signed).map((field) => ({ kind: 'changed' as const, field })),
    ...(read.keyId === receipt.key.id ? [] : [{ kind: 'key' as const }]),
    ...(await checkEntries(receipt, facts)),
    ...checkFile(options.file, facts.download),
    ...(await checkHistory(facts, options.other, keys)),
  )
  return { problems, facts, isOwnKey }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
