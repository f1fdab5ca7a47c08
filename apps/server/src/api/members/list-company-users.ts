import { listCompanyUsers } from '@freeor/accounts/members/queries'
import { companyUser } from '@freeor/accounts/members/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const listCompanyUsersOperation = operation({
  id: 'listCompanyUsers',
  method: 'get',
  path: '/api/company/users',
  area: 'company',
  summary: 'Everybody who works in the company, the owner first, and who is invited',
  access: 'user',
  right: 'people.read',
  answer: z.object({ companyUsers: z.array(companyUser) }),
  handle: async ({ deps, company }) => ({
    companyUsers: await listCompanyUsers(deps.db, await company(), deps.clock.now()),
  }),
})
