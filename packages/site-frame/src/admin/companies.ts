import { type ApiClient, unwrap } from '@freeor/api-client/client'
import { forPage } from '../errors/page-problem.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { openAdmin } from './open-admin.ts'
import { given, nextPageOf, pageLength, readFilter } from './read-filter.ts'

export const sites = ['leads', 'courses'] as const

/** The ids of every plan, cheapest first, each once: both sites may have it. */
export async function listPlanIds(api: ApiClient): Promise<string[]> {
  const { leads, courses } = unwrap(await api.GET('/api/operator/plans'))
  return [...new Set([...leads, ...courses].map(({ planID }) => planID))]
}

/** Companies with their plan on one site, newest first. */
export async function loadCompanies(args: PageRequest) {
  const api = await openAdmin(args)
  const { text, oneOf } = readFilter(args.request)
  const query = given({
    q: text('q'),
    site: oneOf('site', sites),
    planID: text('planID'),
    after: text('after'),
  })
  const [planIds, { companies }] = await forPage(
    args.context,
    Promise.all([
      listPlanIds(api),
      api.GET('/api/operator/companies', { params: { query: { ...query, limit: pageLength } } }).then(unwrap),
    ]),
  )
  const last = companies.length === pageLength ? companies.at(-1)?.id : undefined
  return { companies, planIds, next: nextPageOf(args.request, 'after', last) }
}
export type CompaniesData = Awaited<ReturnType<typeof loadCompanies>>

/** Subscriptions at a provider, newest first. */
export async function loadSubscriptions(args: PageRequest) {
  const api = await openAdmin(args)
  const { text, oneOf } = readFilter(args.request)
  const query = given({
    site: oneOf('site', sites),
    planID: text('planID'),
    after: text('after'),
  })
  const [planIds, { subscriptions }] = await forPage(
    args.context,
    Promise.all([
      listPlanIds(api),
      api
        .GET('/api/operator/subscriptions', { params: { query: { ...query, limit: pageLength } } })
        .then(unwrap),
    ]),
  )
  const last = subscriptions.length === pageLength ? subscriptions.at(-1)?.id : undefined
  return { subscriptions, planIds, next: nextPageOf(args.request, 'after', last) }
}
export type SubscriptionsData = Awaited<ReturnType<typeof loadSubscriptions>>
export type Subscription = SubscriptionsData['subscriptions'][number]
