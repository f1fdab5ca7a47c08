import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { getBilledSite } from '../../billed-sites.ts'
import { getPlan, type PlanID, providerPlanCode } from '../../plans.ts'
import type { MovedCredits, PlanMove } from '../../ports.ts'
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
import { refuseFormerCard } from '../former-card.ts'
import type { BillingDeps } from '../ports.ts'
import { getCustomer, type SubscriptionRow } from '../queries.ts'
import { readStatus } from '../subscription-state.ts'

export type Change = {
  readonly asker: Asker
  readonly planID: PlanID
  readonly spendPass?: SpendPass | undefined
}

/** Throws why a change cannot be made now. */
async function refuseChange(deps: BillingDeps, tx: Tx, { asker, planID }: Change): Promise<SubscriptionRow> {
  const live = await requireLive(tx, asker)
  if (live.planID === planID) throw new AppError('conflict', 'This is your plan already.')
  const plan = getPlan(asker.site, planID)
  await refuseFewerSeats(tx, asker, planID)
  if (plan.price === 0) return live
  const customer = await getCustomer(tx, asker)
  refuseWhileLeaving(customer, 'change')
  if (plan.price > live.priceCents) refuseFormerCard(customer)
  if (readStatus(live.status) !== 'active')
    throw new AppError('conflict', 'Your subscription is not paid yet. Please update your card first.')
  if (live.cancelAtPeriodEnd)
    throw new AppError('conflict', 'Your subscription is being canceled. Please resume it first.')
  await refuseOveruse(deps, tx, { asker, live, planID })
  return live
}

/** Otherwise people would go on working on seats that nobody pays for. A plan with no fewer seats changes nothing. */
async function refuseFewerSeats(tx: Tx, asker: Asker, planID: PlanID): Promise<void> {
  const allowed = await countPlanSeats(tx, asker.companyId)
  const after = await countSeatsWith(tx, { ...asker, planID })
  if (after < allowed) await requireSeats(tx, { ...asker, planID })
}

type Moving = { readonly asker: Asker; readonly live: SubscriptionRow; readonly planID: PlanID }

/** The move as its site sees it. */
async function describeMove(
  deps: BillingDeps,
  tx: Tx,
  { asker, live, planID }: Moving,
): Promise<Omit<PlanMove, 'chargeCents' | 'creditCents'>> {
  const customer = await getCustomer(tx, asker)
  const from = { planID: live.planID, priceCents: live.priceCents }
  return { customer, from, to: getPlan(asker.site, planID), now: deps.clock.now() }
}

/** Otherwise a company could use up what a plan gives and get its money back. */
async function refuseOveruse(deps: BillingDeps, tx: Tx, moving: Moving): Promise<void> {
  const move = await describeMove(deps, tx, moving)
  const { currentPeriodStart: periodStart, currentPeriodEnd: periodEnd, priceCents: oldCents } = moving.live
  const cost = prorate({ oldCents, newCents: move.to.price, periodStart, periodEnd, now: move.now })
  await getBilledSite(moving.asker.site).refuseMove?.(tx, { ...move, ...cost })
}

export type ChangePreview = ProviderPreview & {
  /** Null on a site that does not sell credits. */
  readonly credits: MovedCredits | null
}

/**
 * What changing the plan now would cost, in money and credits. The free plan costs nothing and gives nothing back: what
 * the paid one gave by the month ends.
 * @throws AppError conflict as `changePlan`
 */
export async function previewPlanChange(
  deps: BillingDeps,
  { asker, planID }: Omit<Change, 'spendPass'>,
): Promise<ChangePreview> {
  const live = await refuseChange(deps, deps.db, { asker, planID })
  const planCode = providerPlanCode(asker.site, planID)
  const move = await describeMove(deps, deps.db, { asker, live, planID })
  const preview =
    move.to.price === 0 ? freePreview(live, planCode) : await askPreview(deps, live.providerId, planCode)
  const credits = await getBilledSite(asker.site).previewMove?.(deps.db, { ...move, ...preview })
  return { ...preview, credits: credits ?? null }
}

const freePreview = ({ currentPeriodStart, currentPeriodEnd }: SubscriptionRow, planCode: string) => ({
  ...{ planCode, priceCents: 0, chargeCents: 0, creditCents: 0, dueNowCents: 0 },
  currentPeriodStart,
  currentPeriodEnd,
})

async function askPreview(
  { provider }: BillingDeps,
  subscriptionId: string,
  planCode: string,
): Promise<ProviderPreview> {
  const outcome = await provider.previewChange({ subscriptionId, planCode })
  if (outcome.status !== 'ok') throw new AppError('conflict', outcome.message)
  return outcome.preview
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
      return { kind: isFree ? 'terminate' : 'change', planID, subscriptionId: providerId }
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
