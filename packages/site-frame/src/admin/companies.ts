import { type ApiClient, unwrap } from '@freeor/api-client/client'
import { type Site, sites } from '@freeor/kernel/site'
import { forPage } from '../errors/page-problem.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { openAdmin } from './open-admin.ts'
import { given, nextPageOf, pageLength, readFilter } from './read-filter.ts'

/** What the server sells: its sites, the ids of their plans, each once, and whether any of them gives leads. */
export async function readOffer(
  api: ApiClient,
): Promise<{ sites: Site[]; planIDs: string[]; givesLeads: boolean }> {
  const answer = unwrap(await api.GET('/api/admin/plans'))
  const plans = Object.values(answer).flat()
  return {
    sites: sites.filter((site) => site in answer),
    planIDs: [...new Set(plans.map(({ planID }) => planID))],
    givesLeads: answer.leads !== undefined,
  }
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
  const [offer, { companies }] = await forPage(
    args.context,
    Promise.all([
      readOffer(api),
      api.GET('/api/admin/companies', { params: { query: { ...query, limit: pageLength } } }).then(unwrap),
    ]),
  )
  const last = companies.length === pageLength ? companies.at(-1)?.id : undefined
  return { companies, ...offer, next: nextPageOf(args.request, 'after', last) }
}

/** Subscriptions at a provider, newest first. */
export async function loadSubscriptions(args: PageRequest) {
  const api = await openAdmin(args)
  const { text, oneOf } = readFilter(args.request)
  const query = given({
    site: oneOf('site', sites),
    planID: text('planID'),
    after: text('after'),
  })
  const [offer, { subscriptions }] = await forPage(
    args.context,
    Promise.all([
      readOffer(api),
      api
        .GET('/api/admin/subscriptions', { params: { query: { ...query, limit: pageLength } } })
        .then(unwrap),
    ]),
  )
  const last = subscriptions.length === pageLength ? subscriptions.at(-1)?.id : undefined
  return { subscriptions, ...offer, next: nextPageOf(args.request, 'after', last) }
}
export type SubscriptionsData = Awaited<ReturnType<typeof loadSubscriptions>>
export type Subscription = SubscriptionsData['subscriptions'][number]
