import { changeCompanyProfile } from '@freeor/accounts/companies/commands'
import { companyAnswer, companyProfileInput } from '@freeor/accounts/companies/schema'
import { operation } from '../../http/operation.ts'
import { actingIn } from './acting.ts'

export const changeCompanyOperation = operation({
  id: 'changeCompany',
  method: 'patch',
  path: '/api/company',
  area: 'company',
  summary: "Changes the company's name or address",
  access: 'user',
  whileImpersonating: 'allowed',
  right: 'company.edit',
  body: companyProfileInput,
  answer: companyAnswer,
  handle: async (call) => await changeCompanyProfile(call.deps.auth, await actingIn(call), call.body),
})
