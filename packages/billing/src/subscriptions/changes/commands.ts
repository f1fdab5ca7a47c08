import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { leadsOfLines } from '../../invoice-leads.ts'
import { countUnspentMonthly } from '../../lots/commands.ts'
import { findLeadPlan, getPlan, type PlanId, providerPlanCode } from '../../plans.ts'
import { prorate } from '../../proration.ts'
import type { ChangePreview as ProviderPreview } from '../../providers/ports.ts'
import { countPlanSeats, countSeatsWith, requireSeats } from '../../seats/queries.ts'
import { billedBy } from '../billed-by.ts'
import {
  type Asker,
  begin,
  type Outcome,
  refuseWhileLeaving,
  requireLive,
  type SpendPass,
  settle,
} from '../commands.ts'
import type { BillingDeps } from '../ports.ts'
import { getCustomer, type SubscriptionRow } from '../queries.ts'
import { readStatus } from '../subscription-state.ts'

export type Change = {
  readonly asker: Asker
  readonly planID: PlanId
  readonly spendPass?: SpendPass | undefined
}

/** Why a change cannot be made now, thrown. */
async function refuseChange(deps: BillingDeps, tx: Tx, { asker, planID }: Change): Promise<SubscriptionRow> {
  const live = await requireLive(tx, asker)
  if (live.planId === planID) throw new AppError('conflict', 'This is your plan already.')
  const plan = getPlan(asker.site, planID)
  await refuseFewerSeats(tx, asker, planID)
  if (plan.price === 0) return live
  refuseWhileLeaving(await getCustomer(tx, asker), 'change')
  if (readStatus(live.status) !== 'active')
    throw new AppError('conflict', 'Your subscription is not paid yet. Please update your card first.')
  if (live.cancelAtPeriodEnd)
    throw new AppError('conflict', 'Your subscription is being canceled. Please resume it first.')
  await refuseOveruse(deps, tx, { asker, live, planID })
  return live
}

/** Otherwise people would go on working on seats that nobody pays for. A plan with no fewer seats changes nothing. */
async function refuseFewerSeats(tx: Tx, asker: Asker, planID: PlanId): Promise<void> {
  const allowed = await countPlanSeats(tx, asker.companyId)
  const after = await countSeatsWith(tx, { ...asker, planID })
  if (after < allowed) await requireSeats(tx, { ...asker, planID })
}

type Moving = { readonly asker: Asker; readonly live: SubscriptionRow; readonly planID: PlanId }

/** Otherwise leads could be used up and their money got back. */
async function refuseOveruse(deps: BillingDeps, tx: Tx, moving: Moving): Promise<void> {
  const { asker, live, planID } = moving
  const now = deps.clock.now()
  const { currentPeriodStart: periodStart, currentPeriodEnd: periodEnd, priceCents: oldCents } = live
  const newCents = getPlan(asker.site, planID).price
  const cost = prorate({ oldCents, newCents, periodStart, periodEnd, now })
  const back = -(leadsOfChange(moving, cost) ?? 0)
  if (back <= 0) return
  const unspent = await countUnspentMonthly(tx, await getCustomer(tx, asker), now)
  if (unspent < back)
    throw new AppError(
      'conflict',
      `Changing to ${getPlan(asker.site, planID).name} now gives back ${back} leads of this month, and you have ${unspent} unspent. Please change on your next billing day.`,
    )
}

/** Leads that the cents of a change buy or, when negative, give back; null on a site that sells none. */
function leadsOfChange(
  { asker, live, planID }: Moving,
  { chargeCents, creditCents }: { readonly chargeCents: number; readonly creditCents: number },
): number | null {
  if (asker.site !== 'leads') return null
  const lines = [
    { planId: planID, amountCents: chargeCents, priceCents: getPlan(asker.site, planID).price },
    { planId: live.planId, amountCents: -creditCents, priceCents: live.priceCents },
  ]
  return leadsOfLines(lines, (planId) => findLeadPlan(planId)?.leads)
}

export type ChangePreview = ProviderPreview & {
  /**
   * `now` come at once or, when negative, are taken back; `monthly` come with each payment from the next one on. Null
   * on a site that sells no leads.
   */
  readonly leads: { readonly now: number; readonly monthly: number } | null
}

/**
 * What changing the plan now would cost, in money and leads. The free plan costs nothing and gives nothing back: the
 * monthly leads of the paid one end.
 * @throws AppError conflict as `changePlan`
 */
export async function previewPlanChange(
  deps: BillingDeps,
  { asker, planID }: Omit<Change, 'spendPass'>,
): Promise<ChangePreview> {
  const live = await refuseChange(deps, deps.db, { asker, planID })
  const planCode = providerPlanCode(asker.site, planID)
  const monthly = findLeadPlan(planID)?.leads ?? 0
  if (getPlan(asker.site, planID).price === 0) {
    const { currentPeriodStart, currentPeriodEnd } = live
    const nothing = { priceCents: 0, chargeCents: 0, creditCents: 0, dueNowCents: 0 }
    const customer = await getCustomer(deps.db, asker)
    const ending = await countUnspentMonthly(deps.db, customer, deps.clock.now())
    const leads = asker.site === 'leads' ? { now: 0 - ending, monthly } : null
    return { planCode, ...nothing, currentPeriodStart, currentPeriodEnd, leads }
  }
  const outcome = await deps.provider.previewChange({ subscriptionId: live.providerId, planCode })
  if (outcome.status !== 'ok') throw new AppError('conflict', outcome.message)
  const now = leadsOfChange({ asker, live, planID }, outcome.preview)
  return { ...outcome.preview, leads: now === null ? null : { now, monthly } }
}

/**
 * Moves to another plan at once, charging or crediting the rest of the period; to the free plan by ending the paid one.
 * @throws AppError conflict without a subscription, on the same plan, unpaid, being cancelled, or used beyond the plan
 */
export async function changePlan(deps: BillingDeps, change: Change): Promise<Outcome> {
  const { asker, planID, spendPass } = change
  const isFree = getPlan(asker.site, planID).price === 0
  const { customer, intent } = await begin(deps, {
    asker,
    spendPass,
    wish: async (tx) => {
      const { providerId } = await refuseChange(deps, tx, change)
      return { kind: isFree ? 'terminate' : 'change', planId: planID, subscriptionId: providerId }
    },
  })
  const subscriptionId = intent.subscriptionId ?? ''
  const { provider } = billedBy(deps, customer)
  const outcome = isFree
    ? await provider.terminate(subscriptionId)
    : await provider.changeSubscription({
        subscriptionId,
        planCode: providerPlanCode(asker.site, planID),
        timeframe: 'now',
        idempotencyKey: intent.id,
      })
  return await settle(deps, intent, outcome)
}
