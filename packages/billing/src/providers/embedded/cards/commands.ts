import type { Tx } from '@freeor/postgres/database'
import { and, eq, isNull } from 'drizzle-orm'
import { tell } from '../charges/commands.ts'
import { invalid } from '../commands.ts'
import type { EmbeddedDeps } from '../ports.ts'
import type { Account } from '../queries.ts'
import { embeddedAccounts, embeddedTokens } from '../tables.ts'
import { cardOfToken } from '../test-cards.ts'

const tokenLifeMs = 15 * 60_000

/** A card as an account keeps it, with its holder's address. */
export type CardOnFile = Pick<Account, 'card' | 'cardToken' | 'address'>

export const unreadableCard = () => invalid('bad_token', 'That card could not be read. Please type it again.')

/** A token of the card form, which works once and for 15 minutes; or, for programs, a test card's own token. */
export async function spendToken(tx: Tx, tokenId: string, now: Date): Promise<CardOnFile | undefined> {
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

/** Changes a locked account and tells of it. */
export async function setAccount(
  deps: EmbeddedDeps,
  tx: Tx,
  { id }: Pick<Account, 'id'>,
  values: Partial<CardOnFile & Pick<Account, 'email'>>,
): Promise<Account> {
  const [updated] = await tx
    .update(embeddedAccounts)
    .set(values)
    .where(eq(embeddedAccounts.id, id))
    .returning()
  if (!updated) throw new Error('An account disappeared within its transaction')
  await tell(deps, tx, updated, { type: 'account.updated', object: { kind: 'account', id } })
  return updated
}
