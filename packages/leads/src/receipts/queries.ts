import { hashOfLeaf, headKind } from '@freeor/credits/log/check-proof'
import { readCurrentHead } from '@freeor/credits/log/commands'
import { entryText } from '@freeor/credits/log/entry-text'
import { ensureLogKey, type LogKey } from '@freeor/credits/log/keys/commands'
import { listLogKeys } from '@freeor/credits/log/keys/queries'
import type { LogDeps } from '@freeor/credits/log/ports'
import { proveDebits, type SignedHead as StoredHead } from '@freeor/credits/log/queries'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import { didKeyOf, multikeyOf } from '@freeor/kernel/signing/multikey'
import { signStatement } from '@freeor/kernel/signing/statement'
import { getReadyRow } from '../downloads/queries.ts'
import { type ReceiptFacts, receiptKind } from './check-receipt.ts'
import type { Receipt, SignedHead } from './schema.ts'

export const toHead = ({ treeSize, rootHash, at, statement }: StoredHead): SignedHead => ({
  ...{ treeSize, rootHash, statement },
  at: at.toISOString(),
})

/** The head, signed by the key of the receipt: a reader of it needs no other. */
async function headBy(key: LogKey, stored: StoredHead): Promise<SignedHead> {
  const { statement, ...facts } = toHead(stored)
  if (stored.keyId === key.id) return { ...facts, statement }
  return { ...facts, statement: await signStatement(headKind, facts, key) }
}

/**
 * The receipt of a ready download, with the newest head of the log: what was debited is appended first, if it is not
 * yet.
 * @throws AppError `not_found`, `conflict` while it is not ready, `gone` when it failed
 */
export async function readReceipt(log: LogDeps, scope: CompanyScope, id: string): Promise<Receipt> {
  const row = await getReadyRow(log.db, scope, id)
  const stored = await readCurrentHead(log)
  if (!stored) throw new AppError('internal', 'The ledger log is empty')
  const key = await ensureLogKey(log.db, { secret: log.secret, now: log.clock.now() })
  const head = await headBy(key, stored)
  const { treeSize, rootHash } = head
  const entries = await proveDebits(log.db, id, treeSize)
  const price = entries.reduce((sum, { entry }) => sum - entry.amount, 0)
  const { dictId, dataVersion, fileName, rows, sameLeads, companyId, bytes, sha256, quote } = row
  const readyAt = row.readyAt.toISOString()
  const download = {
    id,
    companyId,
    dictId,
    dataVersion,
    fileName,
    format: row.parts ? 'zip' : row.format,
    rows,
    ...(sameLeads > 0 && { sameLeads }),
    bytes,
    sha256,
    price,
    quote,
    readyAt,
  }
  const facts: ReceiptFacts = {
    ...{ download, treeSize, rootHash },
    entries: await Promise.all(entries.map(({ entry }) => hashOfLeaf(entryText(entry)))),
  }
  return {
    kind: receiptKind,
    download,
    entries: entries.map(({ entry, leafIndex, proof }) => ({ entry, leafIndex, proof: [...proof] })),
    head,
    key: { id: key.id, didKey: didKeyOf(multikeyOf(key.publicJwk)) },
    statement: await signStatement(receiptKind, facts, key),
  }
}

/** The keys of the log, as the API tells them. */
export async function listReceiptKeys({ db }: Pick<LogDeps, 'db'>) {
  const keys = await listLogKeys(db)
  return keys.map(({ createdAt, retiredAt, ...key }) => ({
    ...key,
    createdAt: createdAt.toISOString(),
    retiredAt: retiredAt?.toISOString() ?? null,
  }))
}
