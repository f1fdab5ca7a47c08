import { listCompanies } from '@freeor/billing/admin/queries'
import { companyFilter, companySummary } from '@freeor/billing/admin/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const listCompaniesOperation = operation({
  id: 'listCompanies',
  method: 'get',
  path: '/api/admin/companies',
  area: 'operations',
  summary: 'Companies with their plan on one site, newest first; `after` is the last id of the page before',
  access: 'super_admin',
  query: companyFilter,
  answer: z.object({ companies: z.array(companySummary) }),
  handle: async ({ deps, superAdmin, query, site }) => ({
    companies: await listCompanies(deps.db, superAdmin(), { ...query, site: query.site ?? site }),
  }),
})
