import { type ApiClient, unwrap } from '@freeor/api-client/client'
import type { PlanFigure } from '@freeor/site-frame/billing/plan'
import type { SitePlans } from '@freeor/site-frame/site'
import { formatCount } from '@freeor/ui/format'

const listPlans = async (api: ApiClient) => unwrap(await api.GET('/api/course-plans')).plans

type CoursePlan = Awaited<ReturnType<typeof listPlans>>[number]

/** What Courses sells. */
export const plans: SitePlans = {
  list: listPlans,
  read: async (api, planID) =>
    unwrap(await api.GET('/api/course-plans/{planID}', { params: { path: { planID } } })),
  figuresOf: (plan: CoursePlan): PlanFigure[] => [
    { label: 'Courses', value: formatCount(plan.courses) },
    { label: 'Lessons in each course', value: formatCount(plan.lessons) },
    { label: 'People beside you', value: formatCount(plan.users) },
  ],
}
