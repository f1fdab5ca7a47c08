import { convertToOwnAccount } from '@freeor/accounts/members/commands'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const convertAccountOperation = operation({
  id: 'convertAccount',
  method: 'post',
  path: '/api/account/convert',
  area: 'account',
  summary: 'Gives somebody who lost access an account of their own on the free plan',
  access: 'user',
  whileImpersonating: 'refused',
  answer: z.object({ companyId: z.string(), inviteStatus: z.literal('converted') }),
  status: 201,
  async handle({ deps, user, clientAddress }) {
    const { companyId } = await convertToOwnAccount(deps.auth, user(), { address: clientAddress })
    return { companyId, inviteStatus: 'converted' as const }
  },
})
