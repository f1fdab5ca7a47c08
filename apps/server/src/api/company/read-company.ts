import { getCompany } from '@freeor/accounts/companies/queries'
import { companyAnswer } from '@freeor/accounts/companies/schema'
import { operation } from '../../http/operation.ts'

export const readCompanyOperation = operation({
  id: 'readCompany',
  method: 'get',
  path: '/api/company',
  area: 'company',
  summary: 'The company one works in: its profile, owner and seats',
  access: 'user',
  apiKeyScope: 'account',
  right: 'company.read',
  answer: companyAnswer,
  handle: async ({ deps, company }) => await getCompany(deps.auth, deps.db, await company()),
})
