import { findCompanyOf } from '@freeor/accounts/queries'
import { readAllowance } from '@freeor/billing/queries'
import { allowanceAnswer } from '@freeor/billing/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

const me = z.object({
  user: z
    .object({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      superAdmin: z.boolean(),
      emailVerified: z.boolean(),
    })
    .nullable(),
  company: z
    .object({ id: z.string(), name: z.string(), role: z.enum(['owner', 'admin', 'member', 'viewer']) })
    .nullable(),
  allowance: allowanceAnswer.nullable(),
})

export const readMe = operation({
  id: 'readMe',
  method: 'get',
  path: '/api/me',
  area: 'account',
  summary: 'Who is signed in, their company and what it may still download',
  access: 'public',
  answer: me,
  async handle({ actor, deps }) {
    if (actor.kind === 'anonymous') return { user: null, company: null, allowance: null }
    const { userId, email, name, superAdmin, emailVerified } = actor
    const user = { id: userId, email, name, superAdmin, emailVerified }
    const membership = await findCompanyOf(deps.db, userId)
    if (!membership) return { user, company: null, allowance: null }
    const company = { id: membership.companyId, name: membership.companyName, role: membership.role }
    return { user, company, allowance: await readAllowance(deps.db, membership, deps.clock.now()) }
  },
})
