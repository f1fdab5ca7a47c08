import { type ApiClient, unwrap } from '@freeor/api-client/client'
import type { PlanFigure } from '@freeor/site-frame/billing/plan'
import type { SitePlans } from '@freeor/site-frame/site'
import { formatCount } from '@freeor/ui/format'

const listPlans = async (api: ApiClient) => unwrap(await api.GET('/api/plans')).plans

type LeadPlan = Awaited<ReturnType<typeof listPlans>>[number]

/** What Leads sells. */
export const plans: SitePlans = {
  list: listPlans,
  read: async (api, planID) => unwrap(await api.GET('/api/plans/{planID}', { params: { path: { planID } } })),
  figuresOf: (plan: LeadPlan): PlanFigure[] => [
    { label: 'Leads a month', value: formatCount(plan.leads) },
    { label: 'Leads in one file', value: formatCount(plan.downloadLimit) },
    { label: 'Unused leads roll over', value: plan.includesRollover },
    { label: 'Leave out leads you own', value: plan.searchSuppressions },
    { label: 'People beside you', value: formatCount(plan.seats) },
  ],
  leftOf: ({ allowance }) => (allowance ? formatCount(allowance.leadsRemaining) : undefined),
}
