import { createHash } from 'node:crypto'
import type { Olap } from '@freeor/clickhouse/olap'
import { ensureLogKey } from '@freeor/credits/log/keys/commands'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { CompanyScope } from '@freeor/kernel/scope'
import { signStatement } from '@freeor/kernel/signing/statement'
import { z } from 'zod'
import type { Ownership, Statement } from '../../ownership/owned-leads.ts'
import { type Selection, selectIds } from '../file-sql.ts'
import type { DownloadDeps, DownloadInput, DownloadSource } from '../ports.ts'
import type { BindingQuote, DownloadQuote } from '../schema.ts'
import { idsDigestOf } from './ids-digest.ts'

/** How long a binding quote is kept. */
const quoteMs = 15 * 60 * 1000

export const quoteKind = 'freeor-quote'

/** What a binding quote says, as it is signed. */
export type QuoteFacts = Omit<BindingQuote, 'token'> & {
  /** Which leads were asked for, hashed: another request is not bound. */
  readonly request: string
}

/** All that decides which leads a request means; not its name, its columns and its format, nor the quote that it names. */
export function requestOfLeads(input: DownloadInput): string {
  const { dictId, filter, dslFilter, q, sort, limit, offset, suppressOwned, suppressLists } = input
  const asked = [dictId, filter, dslFilter, q, sort, limit ?? null, offset, suppressOwned, suppressLists]
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex')
}

const digestRow = z.strictObject({ digest: z.string() })
/** Ids as texts, sorted: some 100 bytes each. */
const digestCaps = { seconds: 20, bytes: 1 << 30 }

/** The digest of the ids that a statement gives. */
export async function askDigest(olap: Olap, statement: Statement): Promise<string> {
  const [row] = await olap.ask({ ...statement, row: digestRow, caps: digestCaps })
  if (!row) throw new AppError('internal', 'A digest came back empty')
  return row.digest
}

/** A quote, and what its leads are selected by. */
type Quoted = {
  readonly quote: DownloadQuote
  readonly source: DownloadSource
  readonly selection: Selection
  readonly ownership: Ownership
}

/** A quote that is kept for 15 minutes: a download that names it costs no more, or is refused. */
export async function offerQuote(
  { olap, clock, search, ledgerLog }: Pick<DownloadDeps, 'olap' | 'clock' | 'search' | 'ledgerLog'>,
  { companyId }: CompanyScope,
  input: DownloadInput,
  { quote, source, selection, ownership }: Quoted,
): Promise<BindingQuote | null> {
  if (quote.outcome !== 'ok') return null
  const ids = selectIds(source, selection, ownership)
  const idsDigest = await search.statements.run({}, async () => await askDigest(olap, idsDigestOf(ids)))
  const now = clock.now()
  const offered = {
    id: newId('quo'),
    companyId,
    dictId: input.dictId,
    dataVersion: quote.dataVersion,
    idsDigest,
    rows: quote.rows,
    newLeads: quote.newLeads,
    alreadyOwned: quote.alreadyOwned,
    suppressed: quote.suppressed,
    optedOut: quote.optedOut,
    price: quote.credits.price,
    issuedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + quoteMs).toISOString(),
  }
  const facts: QuoteFacts = { ...offered, request: requestOfLeads(input) }
  const key = await ensureLogKey(ledgerLog.db, { secret: ledgerLog.secret, now })
  return { ...offered, token: await signStatement(quoteKind, facts, key) }
}
