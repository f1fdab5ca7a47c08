import { z } from 'zod'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** One entry of the ledger, as its leaf in the log has it. */
const loggedEntry = z.strictObject({
  id: z.string(),
  companyId: z.string(),
  site: z.string(),
  lotId: z.string(),
  kind: z.string(),
  amount: z.int(),
  userId: z.string().nullable(),
  subjectId: z.string().nullable(),
  subjectName: z.string().nullable(),
  reason: z.string().nullable(),
  at: z.iso.datetime(),
})

export const signedHead = z.strictObject({
  /** Leaves of the log. */
  treeSize: z.int(),
  rootHash: hash,
  at: z.iso.datetime(),
  /** The same, as a JWS of the type `freeor-ledger-head`. */
  statement: z.string(),
})
export type SignedHead = z.infer<typeof signedHead>

/** What the download's binding quote said, where it named one. */
const receiptQuote = z.strictObject({
  id: z.string(),
  price: z.int(),
  /** SHA-256 of the ids of its leads. */
  idsDigest: hash,
  expiresAt: z.iso.datetime(),
})

const receiptDownload = z.strictObject({
  id: z.string(),
  companyId: z.string(),
  dictId: z.string(),
  dataVersion: z.int(),
  fileName: z.string(),
  format: z.string(),
  rows: z.int(),
  /** Of those, leads that cost nothing as they are the same business as one that was paid. Missing for none. */
  sameLeads: z.int().min(1).optional(),
  bytes: z.int(),
  sha256: hash,
  /** Credits. */
  price: z.int(),
  quote: receiptQuote.nullable(),
  readyAt: z.iso.datetime(),
})

export const receipt = z.strictObject({
  kind: z.literal('freeor-receipt'),
  download: receiptDownload,
  /** What was debited, each with the proof that the log of the head has it. None for a download that cost nothing. */
  entries: z.array(
    z.strictObject({
      entry: loggedEntry,
      leafIndex: z.int(),
      proof: z.array(hash),
    }),
  ),
  head: signedHead,
  /** The key that signed. */
  key: z.strictObject({ id: z.string(), didKey: z.string() }),
  /** The download, the hashes of its entries' leaves and the head, as a JWS of the type `freeor-receipt`. */
  statement: z.string(),
})
export type Receipt = z.infer<typeof receipt>

export const headsAnswer = z.strictObject({ heads: z.array(signedHead) })

export const consistencyAnswer = z.strictObject({
  first: z.int(),
  second: z.int(),
  /** RFC 6962, section 2.1.2. */
  proof: z.array(hash),
})
export type ConsistencyProof = z.infer<typeof consistencyAnswer>

export const logKeysAnswer = z.strictObject({
  keys: z.array(
    z.strictObject({
      id: z.string(),
      publicJwk: z.record(z.string(), z.unknown()),
      didKey: z.string(),
      createdAt: z.iso.datetime(),
      retiredAt: z.iso.datetime().nullable(),
    }),
  ),
})
