import { listLogKeys } from '@freeor/credits/log/keys/queries'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import { readStatement } from '@freeor/kernel/signing/statement'
import type { DownloadDeps, DownloadInput } from '../ports.ts'
import type { DownloadQuote } from '../schema.ts'
import { frozenDigest } from './ids-digest.ts'
import { askDigest, type QuoteFacts, quoteKind, requestOfLeads } from './offer-quote.ts'

const askAgain = 'Please ask for a new quote.'

/** Why a quote is not kept: nothing was ordered and nothing is charged. */
function refused(reason: string, sentence: string): AppError {
  return new AppError('conflict', `${sentence} ${askAgain}`, { details: { quoteRefused: reason } })
}

/** Nobody is told what another company's quote says: it is like one that was never made. */
const unknownQuote = () => refused('unknown', 'This quote was not made for your company, or it was changed.')

/**
 * The quote that an order names, if it may be used for it now; undefined for an order that names none.
 * @throws AppError conflict for one that was changed, is another company's, is of another request, or has expired
 */
export async function checkQuote(
  { clock, ledgerLog }: Pick<DownloadDeps, 'clock' | 'ledgerLog'>,
  { companyId }: CompanyScope,
  input: DownloadInput,
): Promise<QuoteFacts | undefined> {
  if (input.quote === undefined) return undefined
  const read = await readStatement<QuoteFacts>(quoteKind, input.quote, await listLogKeys(ledgerLog.db))
  if (read.state !== 'genuine' || read.facts.companyId !== companyId) throw unknownQuote()
  const { facts } = read
  const isOfRequest =
    facts.request === requestOfLeads(input) && (input.asOf ?? facts.dataVersion) === facts.dataVersion
  if (!isOfRequest)
    throw refused('other_request', 'This quote is of another search or another number of leads.')
  if (new Date(facts.expiresAt) <= clock.now())
    throw refused('expired', 'This quote has expired: quotes are kept for 15 minutes.')
  return facts
}

/** The data of the quote's version is gone. */
export const versionGoneOf = ({ dataVersion }: QuoteFacts): AppError =>
  refused('data_gone', `The data of this quote, version ${dataVersion}, is not kept any more.`)

/**
 * The counts of an order against the quote that it names: the same number of leads, and none that costs more.
 * @throws AppError conflict
 */
export function requireQuoted(facts: QuoteFacts, quote: DownloadQuote): void {
  if (quote.rows !== facts.rows || quote.credits.price > facts.price) throw changedLeads()
}

const changedLeads = () =>
  refused(
    'leads_changed',
    'The leads of this quote have changed: somebody asked not to be contacted, or your lists or owned leads changed.',
  )

/**
 * The leads that were frozen are those of the quote.
 * @throws AppError conflict
 */
export async function requireQuotedLeads(
  { olap, search }: Pick<DownloadDeps, 'olap' | 'search'>,
  facts: QuoteFacts,
  downloadId: string,
): Promise<void> {
  const digest = await search.statements.run({}, async () => await askDigest(olap, frozenDigest(downloadId)))
  if (digest !== facts.idsDigest) throw changedLeads()
}
