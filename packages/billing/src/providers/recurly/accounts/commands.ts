import { AppError } from '@freeor/kernel/errors'
import recurly from 'recurly'
import type { AccountOutcome, ProviderAccount } from '../../ports.ts'
import { underKey } from '../ask-under-key.ts'
import { tokenShape, unreadableCard } from '../card-token.ts'
import type { RecurlyCalls } from '../client.ts'
import { away, messageOf, readFailure } from '../failures.ts'
import { findAccount, findAccountByCode, listRawInvoices, readAccount } from '../queries.ts'

/** The code is unique at Recurly, so the call that loses the race reads the winner's account. */
export async function createAccount(
  calls: RecurlyCalls,
  { code, email }: { readonly code: string; readonly email: string },
): Promise<ProviderAccount> {
  const address = email.trim().toLowerCase()
  const existing = await findAccountByCode(calls, code)
  if (existing) return existing
  try {
    return readAccount(await calls.write((client) => client.createAccount({ code, email: address })))
  } catch (error) {
    if (error instanceof recurly.errors.ValidationError) {
      const winner = await findAccountByCode(calls, code)
      if (winner) return winner
      throw new AppError('invalid_request', messageOf(error))
    }
    throw away(error)
  }
}

/** A card token may be used once, so its call goes under a key of its own and can be repeated. */
export async function updateAccount(
  calls: RecurlyCalls,
  accountId: string,
  { email, tokenId }: { readonly email?: string; readonly tokenId?: string },
): Promise<AccountOutcome> {
  if (tokenId !== undefined && !tokenShape.test(tokenId)) return unreadableCard
  const body = {
    ...(email && { email: email.trim().toLowerCase() }),
    ...(tokenId && { billingInfo: { tokenId } }),
  }
  try {
    const key = tokenId && `card-${accountId}-${tokenId}`
    const account = readAccount(
      await underKey(key, (attempt) =>
        calls.write((client) => client.updateAccount(accountId, body), attempt),
      ),
    )
    if (tokenId) await collectOverdue(calls, account, tokenId)
    return { status: 'ok', account }
  } catch (error) {
    return readFailure(error)
  }
}

/** Removes the stored billing information; what renews without any goes into dunning. */
export async function removeCard(calls: RecurlyCalls, accountId: string): Promise<AccountOutcome> {
  try {
    await calls.write((client) => client.removeBillingInfo(accountId))
  } catch (error) {
    const failure = readFailure(error)
    // Not found: there is none, or no such account.
    if (failure.status !== 'invalid' || failure.code !== 'not_found') return failure
  }
  const account = await findAccount(calls, accountId)
  return account
    ? { status: 'ok', account }
    : { status: 'invalid', code: 'not_found', message: 'There is no such account' }
}

/** Recurly waits for its next dunning day; a new card is tried at once. */
async function collectOverdue(calls: RecurlyCalls, account: ProviderAccount, tokenId: string): Promise<void> {
  const invoices = await listRawInvoices(calls, account.code)
  for (const { id, state } of invoices) {
    if (!id || state !== 'past_due') continue
    await calls.write((client) => client.collectInvoice(id), `collect-${id}-${tokenId}`)
  }
}
