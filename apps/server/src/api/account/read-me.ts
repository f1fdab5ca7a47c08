import { getCompanyProfile } from '@freeor/accounts/companies/queries'
import { companyProfileAnswer } from '@freeor/accounts/companies/schema'
import { findRunning } from '@freeor/accounts/impersonation/queries'
import { impersonationAnswer } from '@freeor/accounts/impersonation/schema'
import { findStanding } from '@freeor/accounts/invitations/queries'
import { inviteStatus } from '@freeor/accounts/invitations/schema'
import { abilitiesOf, type Right, rights } from '@freeor/accounts/policy'
import type { Membership } from '@freeor/accounts/ports'
import { readAllowance } from '@freeor/billing/queries'
import { type Allowance, allowanceAnswer } from '@freeor/billing/schema'
import { AppError } from '@freeor/kernel/errors'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { operation } from '../../http/operation.ts'

const me = z.object({
  /** The owning account: the owner's uid, which differs from `uid` for company users. Null without a company. */
  id: z.string().nullable(),
  uid: z.string().nullable(),
  /** `lost`: signed in, and in no company any more. */
  access: z.enum(['none', 'granted', 'lost']),
  /** Of the company that removed them. */
  lostCompany: z.object({ name: z.string() }).nullable(),
  inviteStatus: inviteStatus.nullable(),
  user: z
    .object({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      superAdmin: z.boolean(),
      emailVerified: z.boolean(),
      /** Their address or their telephone number is proven: subscribing asks for it. */
      verified: z.boolean(),
    })
    .nullable(),
  /** The super admin who acts as the person, why, and when that ends by itself. */
  impersonatedBy: impersonationAnswer.nullable(),
  company: z
    .object({ id: z.string(), name: z.string(), role: z.enum(['owner', 'admin', 'member', 'viewer']) })
    .nullable(),
  companyProfile: companyProfileAnswer.nullable(),
  /** What a page may offer: each right, and whether the role has it. */
  abilities: z.object(
    Object.fromEntries(rights.map((right) => [right, z.boolean()])) as Record<Right, z.ZodBoolean>,
  ),
  allowance: allowanceAnswer.nullable(),
})

const nobody = {
  id: null,
  uid: null,
  access: 'none' as const,
  lostCompany: null,
  inviteStatus: null,
  user: null,
  impersonatedBy: null,
  company: null,
  companyProfile: null,
  abilities: abilitiesOf(undefined),
  allowance: null,
}

export const readMe = operation({
  id: 'readMe',
  method: 'get',
  path: '/api/me',
  area: 'account',
  summary: 'Who is signed in, the company they work in, what they may do and what it may still download',
  access: 'public',
  apiKeyScope: 'account',
  answer: me,
  async handle({ caller, deps }) {
    if (!caller) return nobody
    const { actor, membership } = caller
    const { userId, email, name, superAdmin, emailVerified, verified = emailVerified } = actor
    const [impersonatedBy, { inviteStatus, companyName }, inside] = await Promise.all([
      actor.impersonatedBy === undefined ? undefined : findRunning(deps.db, actor.sessionId),
      findStanding(deps.db, actor, deps.clock.now()),
      membership && readInside(deps, membership),
    ])
    const user = { id: userId, email, name, superAdmin, emailVerified, verified }
    const self = { ...nobody, uid: userId, inviteStatus, user, impersonatedBy: impersonatedBy ?? null }
    if (inside) return { ...self, ...inside }
    return {
      ...self,
      access: 'lost' as const,
      lostCompany: companyName === null ? null : { name: companyName },
    }
  },
})

async function readInside(deps: Deps, membership: Membership) {
  const { companyId, companyName, ownerUserId, role } = membership
  const [companyProfile, allowance] = await Promise.all([
    getCompanyProfile(deps.db, membership),
    findAllowance(deps, membership),
  ])
  return {
    id: ownerUserId,
    access: 'granted' as const,
    company: { id: companyId, name: companyName, role },
    companyProfile,
    abilities: abilitiesOf(role),
    allowance,
  }
}

/** null for a company that never had a plan on this site. */
async function findAllowance({ db, clock }: Deps, membership: Membership): Promise<Allowance | null> {
  try {
    return await readAllowance(db, membership, clock.now())
  } catch (error) {
    if (error instanceof AppError && error.code === 'payment_required') return null
    throw error
  }
}
