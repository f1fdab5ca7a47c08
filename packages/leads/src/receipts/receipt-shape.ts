import type { ConsistencyProof, Receipt, SignedHead } from './schema.ts'

/** The shapes of the files that are checked, tested without zod, which a page without `eval` cannot run. */

type Shape =
  | 'text'
  | 'number'
  | 'text?'
  | 'number, or missing'
  | readonly ['list', Shape]
  | readonly ['?', Shape]
  | { readonly [field: string]: Shape }

function has(value: unknown, shape: Shape): boolean {
  if (shape === 'text') return typeof value === 'string'
  if (shape === 'text?') return typeof value === 'string' || value === null
  if (shape === 'number' || shape === 'number, or missing') return Number.isSafeInteger(value)
  if (isListOrMaybe(shape)) {
    const [what, of] = shape
    if (what === '?') return value === null || has(value, of)
    return Array.isArray(value) && value.every((one) => has(one, of))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const fields = Object.entries(shape).filter(
    ([field, of]) => of !== 'number, or missing' || Object.hasOwn(value, field),
  )
  return (
    Object.keys(value).length === fields.length &&
    fields.every(
      ([field, of]) => Object.hasOwn(value, field) && has((value as Record<string, unknown>)[field], of),
    )
  )
}

const isListOrMaybe = (shape: Shape): shape is readonly ['list' | '?', Shape] => Array.isArray(shape)

const head = { treeSize: 'number', rootHash: 'text', at: 'text', statement: 'text' } as const

const entry = {
  id: 'text',
  companyId: 'text',
  site: 'text',
  lotId: 'text',
  kind: 'text',
  amount: 'number',
  userId: 'text?',
  subjectId: 'text?',
  subjectName: 'text?',
  reason: 'text?',
  at: 'text',
} as const

const receipt = {
  kind: 'text',
  download: {
    id: 'text',
    companyId: 'text',
    dictId: 'text',
    dataVersion: 'number',
    fileName: 'text',
    format: 'text',
    rows: 'number',
    // Receipts of before, and of files without such leads, do not have it.
    sameLeads: 'number, or missing',
    bytes: 'number',
    sha256: 'text',
    price: 'number',
    quote: ['?', { id: 'text', price: 'number', idsDigest: 'text', expiresAt: 'text' }],
    readyAt: 'text',
  },
  entries: ['list', { entry, leafIndex: 'number', proof: ['list', 'text'] }],
  head,
  key: { id: 'text', didKey: 'text' },
  statement: 'text',
} as const

/** A receipt in its form, whether or not it is genuine. */
export const isReceipt = (value: unknown): value is Receipt =>
  has(value, receipt) && (value as Receipt).kind === 'freeor-receipt'

export const isHead = (value: unknown): value is SignedHead => has(value, head)

export const isConsistencyProof = (value: unknown): value is ConsistencyProof =>
  has(value, { first: 'number', second: 'number', proof: ['list', 'text'] })
