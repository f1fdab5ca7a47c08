import { listCompanies } from '@freeor/billing/operator/queries'
import { companyFilter, companySummary } from '@freeor/billing/operator/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const listCompaniesOperation = operation({
  id: 'listCompanies',
  method: 'get',
  path: '/api/operator/companies',
  area: 'operations',
  summary: 'Companies with their plan on one site, newest first; `after` is the last id of the page before',
  access: 'operator',
  query: companyFilter,
  answer: z.object({ companies: z.array(companySummary) }),
  handle: async ({ deps, operator, query, site }) => ({
    companies: await listCompanies(deps.db, operator(), { ...query, site: query.site ?? site }),
  }),
})
