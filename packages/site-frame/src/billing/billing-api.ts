import { type ApiClient, ApiProblem, unwrap } from '@freeor/api-client/client'
import type { Site } from '../site.ts'
import type { Plan } from './plan.ts'

type MaybePlanID = string | null | undefined

/** The plans of a site to choose from, cheapest first: the public ones, and those of these ids, public or not. */
export async function listPlans(
  api: ApiClient,
  site: Site,
  also: readonly MaybePlanID[] = [],
): Promise<Plan[]> {
  const plans = await site.plans.list(api)
  const others = new Set(also.filter((planID) => plans.every((plan) => plan.planID !== planID)))
  const found = await Promise.all([...others].map((planID) => findPlan(api, site, planID)))
  return [...plans, ...found.filter((plan) => plan !== null)].toSorted(
    (one, other) => one.price - other.price,
  )
}

/** A plan of the site by its id, public or not; null for one that is not there. */
export async function findPlan(api: ApiClient, site: Site, planID: MaybePlanID): Promise<Plan | null> {
  if (!planID) return null
  try {
    return await site.plans.read(api, planID)
  } catch (error) {
    // 422: no id of ours is that long.
    if (error instanceof ApiProblem && [404, 422].includes(error.status)) return null
    throw error
  }
}

/** The company as a customer of the site that the request was sent to. @throws ApiProblem not_found when it is none */
export async function getCustomer(api: ApiClient) {
  return unwrap(await api.GET('/api/billing/customer'))
}
export type Customer = Awaited<ReturnType<typeof getCustomer>>

/** As `getCustomer`; null for a company that is no customer of the site. */
export async function findCustomer(api: ApiClient): Promise<Customer | null> {
  try {
    return await getCustomer(api)
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null
    throw error
  }
}

/** Newest first. */
export async function listInvoices(api: ApiClient) {
  return unwrap(await api.GET('/api/billing/invoices')).invoices
}
export type Invoice = Awaited<ReturnType<typeof listInvoices>>[number]

/** How the configured provider takes a card in the browser. */
export async function getCardForm(api: ApiClient) {
  return unwrap(await api.GET('/api/billing/card-form'))
}
export type CardFormKind = Awaited<ReturnType<typeof getCardForm>>

/** What changing to a plan now would cost. @throws ApiProblem conflict with a sentence for the person */
export async function previewChange(api: ApiClient, plan: string) {
  return unwrap(await api.GET('/api/billing/preview', { params: { query: { plan } } }))
}
export type ChangePreview = Awaited<ReturnType<typeof previewChange>>

/** A pass for one write, for an answer to the human check. @throws ApiProblem human_check_required */
export async function exchangeAnswer(api: ApiClient, response: string): Promise<string> {
  return unwrap(await api.POST('/api/v2/verify_traffic', { body: { response } })).humanPass
}

export type Account = { uid: string; email: string }

/** Puts the card behind a token on file; opens the payment account when there is none. */
export async function putCard(
  api: ApiClient,
  { uid, email }: Account,
  card: { tokenId: string; humanPass: string },
): Promise<void> {
  const { provider: billingProvider } = await getCardForm(api)
  const body = { code: uid, email }
  const created = await api.POST('/api/{billingProvider}/accounts/create', {
    params: { path: { billingProvider } },
    body,
  })
  const { id: accountId } = unwrap(created)
  const updated = await api.POST('/api/{billingProvider}/accounts/update/{accountId}', {
    params: { path: { billingProvider, accountId } },
    body: { billing_info: { token_id: card.tokenId }, humanPass: card.humanPass },
  })
  unwrap(updated)
}

/**
 * Subscribes to a plan with the card behind a token, which goes on file only when it pays, or else the card on file.
 * @throws ApiProblem payment_failed, conflict
 */
export async function subscribe(
  api: ApiClient,
  { uid: code }: Pick<Account, 'uid'>,
  { planID, tokenId, humanPass }: { planID: string; tokenId: string; humanPass: string },
): Promise<void> {
  const { provider: billingProvider } = await getCardForm(api)
  const account = { code, ...(tokenId && { billing_info: { token_id: tokenId } }) }
  const answer = await api.POST('/api/{billingProvider}/subscriptions/create', {
    params: { path: { billingProvider } },
    body: { plan_code: planID, currency: 'USD', account, humanPass },
  })
  unwrap(answer)
}

/** Moves to another plan at once. @throws ApiProblem payment_failed, conflict */
export async function changePlan(
  api: ApiClient,
  subscriptionId: string,
  { planID, humanPass }: { planID: string; humanPass: string },
): Promise<void> {
  const { provider: billingProvider } = await getCardForm(api)
  const answer = await api.POST('/api/{billingProvider}/subscriptions/createChange/{subscriptionId}', {
    params: { path: { billingProvider, subscriptionId } },
    body: { timeframe: 'now', plan_code: planID, humanPass },
  })
  unwrap(answer)
}

const endings = {
  cancel: '/api/{billingProvider}/subscriptions/cancel/{subscriptionId}',
  terminate: '/api/{billingProvider}/subscriptions/terminate/{subscriptionId}',
  resume: '/api/{billingProvider}/subscriptions/resume/{subscriptionId}',
} as const

export type Ending = keyof typeof endings

/** Makes the running period the last one, ends the subscription at once, or undoes the first. */
export async function endSubscription(
  api: ApiClient,
  subscriptionId: string,
  ending: Ending,
): Promise<Customer> {
  const { provider: billingProvider } = await getCardForm(api)
  return unwrap(await api.POST(endings[ending], { params: { path: { billingProvider, subscriptionId } } }))
}
