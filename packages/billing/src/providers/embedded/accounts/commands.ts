import { newId } from '@freeor/kernel/ids'
import type { AccountOutcome, PostalAddress, ProviderAccount } from '../../ports.ts'
import { setAccount, spendToken, unreadableCard } from '../cards/commands.ts'
import { tell } from '../charges/commands.ts'
import { invalid, lockAccount } from '../commands.ts'
import type { EmbeddedDeps } from '../ports.ts'
import { findAccount, showAccount } from '../queries.ts'
import { settleOverdue } from '../renewals/commands.ts'
import { embeddedAccounts, embeddedTokens } from '../tables.ts'
import { cardOfToken, turnedDown } from '../test-cards.ts'

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

/**
 * Puts a card on file or changes the address. A card that is turned down is not put on file: the one there stays. A new
 * card pays what is overdue at once.
 */
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
    if (change.tokenId !== undefined && !card) return unreadableCard()
    const refusal = card?.cardToken ? turnedDown(card.cardToken) : undefined
    if (refusal) return { status: 'declined', transactionError: refusal }
    const values = { ...card, ...(change.email && { email: change.email.trim().toLowerCase() }) }
    if (Object.keys(values).length === 0) return { status: 'ok', account: showAccount(account) }
    const updated = await setAccount(deps, tx, account, values)
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
      await setAccount(deps, tx, account, { card: null, cardToken: null, address: null })
    }
    return { status: 'ok', account: showAccount(account) }
  })
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
