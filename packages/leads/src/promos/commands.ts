import { addressKey } from '@freeor/accounts/address-key'
import { listCompanyAddresses } from '@freeor/accounts/members/queries'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { doEach, throwFailures } from '@freeor/postgres/do-each'
import { eq } from 'drizzle-orm'
import { lockLeadCustomer } from '../allowance/commands.ts'
import { grantPromoLot } from '../allowance/monthly/commands.ts'
import { markDecided } from '../emails/commands.ts'
import { listDecidable, type SharingEmail, takeDecidable } from '../emails/queries.ts'
import { promoLastsDays } from './limits.ts'
import type { PromoDeps } from './ports.ts'
import { countPromos, sumRecentPromos } from './queries.ts'
import { promos, rewardedAddresses } from './tables.ts'

const DAY_MS = 86_400_000

/**
 * Grants the free leads of every shared search whose mails the mail server has taken: a promo record and a credit lot
 * for each message. Several servers may do so at once, and any number of times.
 * @throws AggregateError naming the messages that failed, once all others were done
 */
export async function grantFreeLeads(deps: PromoDeps): Promise<void> {
  throwFailures(
    await doEach(
      await listDecidable(deps.db),
      ({ id }) => id,
      async (email) => await deps.db.transaction(async (tx) => await decide(deps, tx, email)),
    ),
  )
}

async function decide(deps: PromoDeps, tx: Tx, email: SharingEmail): Promise<void> {
  const { companyId, userId } = email
  const now = deps.clock.now()
  // Two messages of an account wait for each other here, so that its sum of a month holds.
  await lockLeadCustomer(tx, companyId, userId)
  const taken = await takeDecidable(tx, email.id)
  if (taken.length === 0) return
  const own = new Set((await listCompanyAddresses(tx, companyId)).map((one) => addressKey(deps.secret, one)))
  // In one order everywhere: two accounts that share with the same people never wait for each other in a circle.
  const others = [...new Map(taken.map((one) => [one.addressKey, one])).values()]
    .filter((one) => !own.has(one.addressKey))
    .toSorted((a, b) => (a.addressKey < b.addressKey ? -1 : 1))
  await markDecided(tx, { emailId: email.id, positions: taken.map(({ position }) => position), now })
  await reward(deps, tx, { email, others, now })
}

type Rewarding = {
  readonly email: SharingEmail
  readonly others: readonly { readonly address: string; readonly addressKey: string }[]
  readonly now: Date
}

/** The promo record comes first, as the mailboxes refer to it; it is taken back where none of them is new. */
async function reward(deps: PromoDeps, tx: Tx, { email, others, now }: Rewarding): Promise<void> {
  const { perRecipient, monthly } = deps.incentive
  const { companyId, userId } = email
  const left = monthly - (await sumRecentPromos(tx, companyId, now))
  const most = perRecipient > 0 ? Math.floor(left / perRecipient) : 0
  if (most <= 0 || others.length === 0) return
  const promoId = newId('promo')
  const emails: string[] = []
  const code = `share ${email.id} ${(await countPromos(tx, email.id)) + 1}`
  const row = { id: promoId, type: 'free_leads' as const, code, companyId, userId, emailId: email.id }
  const first = { value: perRecipient, incentive: perRecipient, recipients: 1, emails, createdAt: now }
  await tx.insert(promos).values({ ...row, ...first, email: email.sender })
  for (const { address, addressKey: key } of others) {
    if (emails.length === most) break
    const isNew = await tx
      .insert(rewardedAddresses)
      .values({ addressKey: key, promoId, at: now })
      .onConflictDoNothing()
      .returning({ key: rewardedAddresses.addressKey })
    if (isNew.length > 0) emails.push(address)
  }
  const isIt = eq(promos.id, promoId)
  if (emails.length === 0) return void (await tx.delete(promos).where(isIt))
  const value = emails.length * perRecipient
  await tx.update(promos).set({ value, recipients: emails.length, emails }).where(isIt)
  const expiresAt = new Date(now.getTime() + promoLastsDays * DAY_MS)
  const reason = `Shared a search with ${emails.length} ${emails.length === 1 ? 'person' : 'people'}`
  await grantPromoLot(tx, { companyId, code, amount: value, expiresAt, userId, reason, now })
}
