import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { sumUsedInPeriod } from '../../lots/queries.ts'
import { findPlan, getPlan, type PlanId, providerPlanCode } from '../../plans.ts'
import type { ChangePreview } from '../../providers/ports.ts'
import { type Asker, begin, type Outcome, requireLive, type SpendPass, settle } from '../commands.ts'
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
  if (plan.price === 0) return live
  if (readStatus(live.status) !== 'active')
    throw new AppError('conflict', 'Your subscription is not paid yet. Please update your card first.')
  if (live.cancelAtPeriodEnd)
    throw new AppError('conflict', 'Your subscription is being canceled. Please resume it first.')
  await refuseOveruse(deps, tx, asker, planID)
  return live
}

/** Otherwise a month of the large plan could be used up and then paid back. */
async function refuseOveruse(deps: BillingDeps, tx: Tx, asker: Asker, planID: PlanId): Promise<void> {
  const plan = findPlan(asker.site, planID)
  if (!plan || !('leads' in plan)) return
  const used = await sumUsedInPeriod(tx, await getCustomer(tx, asker), deps.clock.now())
  if (used > plan.leads)
    throw new AppError(
      'conflict',
      `You have used ${used} leads this month, and ${plan.name} has ${plan.leads}. Please change on your next billing day.`,
    )
}

/**
 * What changing the plan now would cost. The free plan costs nothing and gives nothing back.
 * @throws AppError conflict as `changePlan`
 */
export async function previewPlanChange(
  deps: BillingDeps,
  { asker, planID }: Omit<Change, 'spendPass'>,
): Promise<ChangePreview> {
  const live = await refuseChange(deps, deps.db, { asker, planID })
  const planCode = providerPlanCode(asker.site, planID)
  if (getPlan(asker.site, planID).price === 0) {
    const { currentPeriodStart, currentPeriodEnd } = live
    const nothing = { priceCents: 0, chargeCents: 0, creditCents: 0, dueNowCents: 0 }
    return { planCode, ...nothing, currentPeriodStart, currentPeriodEnd }
  }
  const outcome = await deps.provider.previewChange({ subscriptionId: live.providerId, planCode })
  if (outcome.status === 'ok') return outcome.preview
  throw new AppError('conflict', outcome.message)
}

/**
 * Moves to another plan at once, charging or crediting the rest of the period; to the free plan by ending the paid one.
 * @throws AppError conflict without a subscription, on the same plan, unpaid, being cancelled, or used beyond the plan
 */
export async function changePlan(deps: BillingDeps, change: Change): Promise<Outcome> {
  const { asker, planID, spendPass } = change
  const isFree = getPlan(asker.site, planID).price === 0
  const { intent } = await begin(deps, {
    asker,
    spendPass,
    wish: async (tx) => {
      const { providerId } = await refuseChange(deps, tx, change)
      return { kind: isFree ? 'terminate' : 'change', planId: planID, subscriptionId: providerId }
    },
  })
  const subscriptionId = intent.subscriptionId ?? ''
  const outcome = isFree
    ? await deps.provider.terminate(subscriptionId)
    : await deps.provider.changeSubscription({
        subscriptionId,
        planCode: providerPlanCode(asker.site, planID),
        timeframe: 'now',
        idempotencyKey: intent.id,
      })
  return await settle(deps, intent, outcome)
}
