import { listSitePlans } from '@freeor/billing/plans'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import type { SiteModule } from '../../sites/site-module.ts'

/** @param sites the served ones: each is a field of the answer */
export function listAllPlansOperation(sites: readonly SiteModule[]) {
  const answer = Object.fromEntries(sites.map(({ name, planAnswer }) => [name, z.array(planAnswer)]))
  return operation({
    id: 'listAllPlans',
    method: 'get',
    path: '/api/admin/plans',
    area: 'operations',
    summary: 'Every plan of each site, also those that are not public',
    access: 'super_admin',
    answer: z.object(answer),
    handle: async () => Object.fromEntries(sites.map(({ name }) => [name, [...listSitePlans(name)]])),
  })
}
