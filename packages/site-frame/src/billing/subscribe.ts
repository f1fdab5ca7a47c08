import { type ApiClient, unwrap } from '@freeor/api-client/client'
import { nextPath } from '@freeor/ui/next-path'
import { redirect } from 'react-router'
import { signupForSteps } from '../account/onward.ts'
import { forPage } from '../errors/page-problem.ts'
import { readForm } from '../frame/answer.ts'
import { serverApi } from '../frame/api.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import { getMe, type Me, requireLogin } from '../frame/visitor.ts'
import type { Site } from '../site.ts'
import { exchangeAnswer, findCustomer, getCardForm, listPlans, subscribe } from './billing-api.ts'
import { undertake } from './money-answer.ts'
import type { Plan } from './plan.ts'
import { freePlan, type PlanState, planStateOf } from './plan-state.ts'
import { subscribePath } from './subscribe-path.ts'

/** Where the steps lead in the end. */
const destinationOf = (site: Site, params: URLSearchParams, fallback = site.home): string =>
  nextPath(params.get('next'), fallback)

/** Where somebody goes on whose plan is settled. */
const settledPathOf = (site: Site, params: URLSearchParams): string =>
  destinationOf(site, params, site.afterPlan?.path ?? site.home)

/** The steps after an account is made: choosing a plan, paying for it, in. */
export async function loadSubscribe({ url: { search, searchParams }, context }: PageRequest) {
  const site = siteOf(context)
  const api = serverApi(context)
  const me = await forPage(context, getMe(api))
  if (!me.user) throw redirect(signupForSteps(site, search))
  // A user who works in somebody else's account has its plan.
  if (!me.abilities['billing.change']) throw redirect(destinationOf(site, searchParams))
  return await forPage(context, readStep({ site, api, me, params: searchParams }))
}

type Visit = { site: Site; api: ApiClient; me: Me; params: URLSearchParams }

async function isVerified(api: ApiClient): Promise<boolean> {
  return unwrap(await api.GET('/api/account/profile')).verified
}

async function readStep({ site, api, me, params }: Visit) {
  const customer = await findCustomer(api)
  // A plan that was given by hand costs nothing, and a customer who has it may still subscribe.
  const planState = {
    ...planStateOf(me),
    pays: customer?.active === true && customer.subscription_id !== null,
  }
  const plans = await listPlans(api, site, [planState.planID, params.get('plan')])
  const next = params.get('next') ?? ''
  const current = plans.find(({ planID }) => planID === planState.planID)
  if (params.has('done'))
    return { step: 'in' as const, plan: current, destination: settledPathOf(site, params) }
  const wanted = plans.find(({ planID }) => planID === params.get('plan'))
  leaveIfSettled(site, { planState, wanted, params })
  if (!wanted || params.has('choose'))
    return { step: 'plan' as const, plans, selected: wanted?.planID ?? plans[0]?.planID, next }
  // Paying needs a verified account: nobody should type in a card and be told so afterwards.
  if (wanted.price > 0 && !(await isVerified(api)))
    throw redirect(`/verify_account?next=${encodeURIComponent(`${subscribePath}?${params}`)}`)
  const cardForm = await getCardForm(api)
  return { step: 'pay' as const, plan: wanted, cardForm, card: customer?.billing_info ?? null, next }
}

export type SubscribeData = Awaited<ReturnType<typeof readStep>>

type Settled = { planState: PlanState; wanted: Plan | undefined; params: URLSearchParams }

/** A user who pays already changes plans elsewhere; one who stays on the free plan they have is done. */
function leaveIfSettled(site: Site, { planState, wanted, params }: Settled): void {
  if (planState.pays)
    throw redirect(
      wanted
        ? `/settings/billing/change?plan=${encodeURIComponent(wanted.planID)}`
        : destinationOf(site, params, '/settings/billing'),
    )
  const isFree = wanted?.planID === freePlan && !params.has('choose')
  if (isFree && planState.isActive) throw redirect(settledPathOf(site, params))
}

/** Subscribes, with the card that was typed in where one was: declined, it does not take the place of the one on file. */
export async function submitSubscribe({ request, context }: PageRequest) {
  const site = siteOf(context)
  const api = serverApi(context)
  const me = await requireLogin(context, api)
  const form = await readForm(request)
  const planID = form.text('plan')
  const tokenId = form.text('token')
  const account = { uid: me.id ?? me.user.id }
  const work = async () => {
    const humanPass = await exchangeAnswer(api, form.text('human'))
    await subscribe(api, account, { planID, tokenId, humanPass })
  }
  const refused = await undertake(site.texts.billing, { intent: 'subscribe', work })
  if (refused) return refused
  const { searchParams } = new URL(request.url)
  const next = searchParams.get('next')
  return redirect(`${subscribePath}?done=${planID}${next ? `&next=${encodeURIComponent(next)}` : ''}`)
}
