import type { Membership } from '@freeor/accounts/queries'
import { readAllowance } from '@freeor/billing/queries'
import { type Allowance, allowanceAnswer } from '@freeor/billing/schema'
import { AppError } from '@freeor/kernel/errors'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
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
  async handle({ caller, deps }) {
    if (!caller) return { user: null, company: null, allowance: null }
    const { actor, membership } = caller
    const { userId, email, name, superAdmin, emailVerified } = actor
    const user = { id: userId, email, name, superAdmin, emailVerified }
    if (!membership) return { user, company: null, allowance: null }
    const company = { id: membership.companyId, name: membership.companyName, role: membership.role }
    return { user, company, allowance: await findAllowance(deps, membership) }
  },
})

/** null for a company that never had a plan on this site. */
async function findAllowance({ db, clock }: Deps, membership: Membership): Promise<Allowance | null> {
  try {
    return await readAllowance(db, membership, clock.now())
  } catch (error) {
    if (error instanceof AppError && error.code === 'payment_required') return null
    throw error
  }
}
