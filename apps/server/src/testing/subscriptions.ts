import { givePass } from '@freeor/accounts/human-check/commands'
import { sessions } from '@freeor/accounts/tables'
import type { PlanID } from '@freeor/billing/plans'
import { sign, signatureHeader } from '@freeor/billing/providers/embedded/signature'
import { type Asker, subscribe, updateCard } from '@freeor/billing/subscriptions/commands'
import {
  findLiveSubscription,
  getOwner,
  listInvoices,
  readCustomer,
} from '@freeor/billing/subscriptions/queries'
import { newId } from '@freeor/kernel/ids'
import type { Site } from '@freeor/kernel/site'
import { eq } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import type { Person } from './people.ts'
import type { TestSystem } from './test-system.ts'

const askerOf = ({ userId, companyId }: Person, site: Site = 'leads'): Asker => ({
  userId,
  companyId,
  site,
})

const anybody = {
  widget: { provider: 'altcha' as const },
  challenge: async () => undefined,
  verify: async () => ({ status: 'human' as const }),
}

/** A pass of the human check for the session of a bearer token, without the puzzle. */
export async function passOfToken(db: Deps['db'], token: string, now = new Date()): Promise<string> {
  const [session] = await db
    .select({ sessionId: sessions.id, userId: sessions.userId })
    .from(sessions)
    .where(eq(sessions.token, token.split('.')[0] ?? ''))
  if (!session) throw new Error('No session has this token')
  const actor = {
    kind: 'user' as const,
    ...session,
    email: '',
    name: '',
    emailVerified: true,
    superAdmin: false,
  }
  const given = await givePass({ db, humanCheck: anybody, now, clientAddress: '10.0.0.1' }, actor, 'yes')
  return given.pass
}

/** As `passOfToken`, for somebody of a system. */
export const humanPass = ({ deps }: Pick<TestSystem, 'deps'>, as: Person): Promise<string> =>
  passOfToken(deps.db, as.token, deps.clock.now())

export type Things = {
  subscriptionId: string
  accountId: string
  invoiceId: string
  ownerId: string
  email: string
}

/** Makes sure the person's company has a live, paid subscription that is not being cancelled; gives its id. */
export async function ensureSubscription(
  deps: Deps,
  as: Person,
  planID: PlanID = 'freeor_biz',
): Promise<Things> {
  const { billing, db, clock } = deps
  const asker = askerOf(as)
  const live = await findLiveSubscription(db, asker)
  if (!live) {
    await updateCard(billing, { asker, tokenId: 'tok_visa' })
    const outcome = await subscribe(billing, { asker, planID })
    if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome))
  }
  const customer = await readCustomer(db, asker, clock.now())
  const [invoice] = await listInvoices(db, asker)
  const owner = await getOwner(db, as.companyId)
  return {
    subscriptionId: customer.subscription_id ?? '',
    accountId: customer.customer_id ?? '',
    invoiceId: invoice?.id ?? '',
    ownerId: owner.userId,
    email: owner.email,
  }
}

/** A webhook that the built-in provider signed, about nobody. */
export function signedWebhook(deps: Deps): {
  body: Record<string, unknown>
  headers: Record<string, string>
} {
  const body = {
    id: newId('emb'),
    type: 'account.updated',
    object: { kind: 'account', id: 'nobody' },
    accountCode: null,
  }
  const rawBody = new TextEncoder().encode(JSON.stringify(body))
  const secret = deps.embeddedBilling.secret
  return { body, headers: { [signatureHeader]: sign(secret, rawBody, deps.clock.now()) } }
}
