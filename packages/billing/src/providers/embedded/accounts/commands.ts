import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, isNull } from 'drizzle-orm'
import type { AccountOutcome, PostalAddress, ProviderAccount } from '../../ports.ts'
import { tell } from '../charges/commands.ts'
import { invalid, lockAccount } from '../commands.ts'
import type { EmbeddedDeps } from '../ports.ts'
import { type Account, findAccount, showAccount } from '../queries.ts'
import { settleOverdue } from '../renewals/commands.ts'
import { embeddedAccounts, embeddedTokens } from '../tables.ts'
import { cardOfToken } from '../test-cards.ts'

const tokenLifeMs = 15 * 60_000

/** The account with this code, created when there is none; two calls at the same time create one. */
export async function createAccount(
  deps: EmbeddedDeps,
  { code, email }: { readonly code: string; readonly email: string },
): Promise<ProviderAccount> {
  const row = { id: newId('emb'), code, email: email.trim().toLowerCase(), createdAt: deps.clock.now() }
  return await deps.db.transaction(async (tx) => {
    const [added] = await tx.insert(embeddedAccounts).values(row).onConflictDoNothing().returning()
    if (added)
      await tell(deps, tx, added, { type: 'account.created', object: { kind: 'account', id: added.id } })
    const account = added ?? (await findAccount(tx, code))
    if (!account) throw new Error('An account disappeared within its transaction')
    return showAccount(account)
  })
}

type Change = { readonly email?: string; readonly tokenId?: string }

/** Puts a card on file or changes the address. A new card pays what is overdue at once. */
export async function updateAccount(
  deps: EmbeddedDeps,
  accountId: string,
  change: Change,
): Promise<AccountOutcome> {
  return await deps.db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId)
    if (!account) return invalid('not_found', 'There is no such account.')
    const card =
      change.tokenId === undefined ? undefined : await spendToken(tx, change.tokenId, deps.clock.now())
    if (change.tokenId !== undefined && !card)
      return invalid('bad_token', 'That card could not be read. Please type it again.')
    const values = { ...card, ...(change.email && { email: change.email.trim().toLowerCase() }) }
    if (Object.keys(values).length === 0) return { status: 'ok', account: showAccount(account) }
    const [updated] = await tx
      .update(embeddedAccounts)
      .set(values)
      .where(eq(embeddedAccounts.id, accountId))
      .returning()
    if (!updated) throw new Error('An account disappeared within its transaction')
    await tell(deps, tx, updated, { type: 'account.updated', object: { kind: 'account', id: updated.id } })
    const refused = card && (await settleOverdue(deps, tx, updated))
    return refused
      ? { status: 'declined', transactionError: refused }
      : { status: 'ok', account: showAccount(updated) }
  })
}

/** Removes the card and its holder's address. Bills that are already written keep theirs. */
export async function removeCard(deps: EmbeddedDeps, accountId: string): Promise<AccountOutcome> {
  return await deps.db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId)
    if (!account) return invalid('not_found', 'There is no such account.')
    if (account.cardToken !== null) {
      const nothing = { card: null, cardToken: null, address: null }
      await tx.update(embeddedAccounts).set(nothing).where(eq(embeddedAccounts.id, accountId))
      await tell(deps, tx, account, { type: 'account.updated', object: { kind: 'account', id: account.id } })
    }
    return { status: 'ok', account: showAccount(account) }
  })
}

/** A token of the card form, which works once and for 15 minutes; or, for programs, a test card's own token. */
async function spendToken(
  tx: Tx,
  tokenId: string,
  now: Date,
): Promise<Pick<Account, 'card' | 'cardToken' | 'address'> | undefined> {
  const direct = cardOfToken(tokenId, { firstName: '', lastName: '' })
  if (direct) return { card: direct, cardToken: tokenId, address: null }
  const [token] = await tx
    .update(embeddedTokens)
    .set({ usedAt: now })
    .where(and(eq(embeddedTokens.id, tokenId), isNull(embeddedTokens.usedAt)))
    .returning()
  if (!token || now.getTime() - token.createdAt.getTime() > tokenLifeMs) return undefined
  const card = cardOfToken(token.cardToken, token)
  return card && { card, cardToken: token.cardToken, address: token.address }
}

export type FilledForm = {
  readonly cardToken: string
  readonly firstName: string
  readonly lastName: string
  readonly address?: PostalAddress
}

/**
 * What the provider's card form does when it is submitted: a test card and its holder become a token that can be put on
 * file once, within 15 minutes. Undefined for a card that is none of the test cards.
 */
export async function createToken(
  deps: EmbeddedDeps,
  input: FilledForm,
): Promise<{ readonly id: string } | undefined> {
  if (!cardOfToken(input.cardToken, input)) return undefined
  const id = newId('emb')
  await deps.db.insert(embeddedTokens).values({ id, ...input, createdAt: deps.clock.now() })
  return { id }
}
