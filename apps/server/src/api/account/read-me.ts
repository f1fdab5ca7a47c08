import { getCompanyProfile } from '@freeor/accounts/companies/queries'
import { companyProfileAnswer } from '@freeor/accounts/companies/schema'
import { identityProviderAnswer } from '@freeor/accounts/identities/schema'
import { findRunning } from '@freeor/accounts/impersonation/queries'
import { impersonationAnswer } from '@freeor/accounts/impersonation/schema'
import { findInviteState } from '@freeor/accounts/invitations/queries'
import { inviteStatus } from '@freeor/accounts/invitations/schema'
import { abilitiesOf, type Right, rights } from '@freeor/accounts/policy'
import type { Membership } from '@freeor/accounts/ports'
import { findCreated } from '@freeor/accounts/queries'
import type { Site } from '@freeor/kernel/site'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { operation } from '../../http/operation.ts'
import type { PlanState, SiteModule } from '../../sites/site-module.ts'

const shared = z.object({
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
      /** Their address or their telephone number is proven: subscribing needs it. */
      verified: z.boolean(),
    })
    .nullable(),
  /** When their account was created. */
  created: z.iso.datetime().nullable(),
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
  /** The identity providers that people may log in with here. */
  identityProviders: z.array(identityProviderAnswer),
  /** The plan on the asked site; null for a company that is no customer there. */
  plan: z.object({ planID: z.string(), subscription_status: z.string(), active: z.boolean() }).nullable(),
})

const nobody = {
  id: null,
  uid: null,
  access: 'none' as const,
  lostCompany: null,
  inviteStatus: null,
  user: null,
  created: null,
  impersonatedBy: null,
  company: null,
  companyProfile: null,
  abilities: abilitiesOf(undefined),
  plan: null,
}

/**
 * Each site adds what it sells as a field of its own, which is null unless that site is asked, and may add one of what
 * it keeps of the person.
 */
export function readMeOperation(sites: readonly SiteModule[]) {
  const personal = sites.flatMap(({ person }) => person ?? [])
  const fields = Object.fromEntries([
    ...sites.map(({ offer }) => [offer.field, offer.answer.nullable()]),
    ...personal.map(({ field, answer }) => [field, answer]),
  ])
  const unsold = Object.fromEntries([
    ...sites.map(({ offer }) => [offer.field, null]),
    ...personal.map(({ field, none }) => [field, none]),
  ])
  return operation({
    id: 'readMe',
    method: 'get',
    path: '/api/me',
    area: 'account',
    summary:
      'Who is signed in, the company they work in, what they may do, and what they may use of this site',
    access: 'public',
    apiKeyScope: 'account',
    answer: shared.extend(fields),
    async handle({ caller, deps, site, request }) {
      const identityProviders = deps.auth.identityProviders.map(({ id, label }) => ({ id, label }))
      if (!caller) return { ...nobody, ...unsold, identityProviders }
      const { actor, membership } = caller
      const { userId, email, name, superAdmin, emailVerified, verified = emailVerified } = actor
      const [impersonatedBy, { inviteStatus, companyName }, inside, created, own] = await Promise.all([
        actor.impersonatedBy === undefined ? undefined : findRunning(deps.db, actor.sessionId),
        findInviteState(deps.db, actor, deps.clock.now()),
        membership && readInside(deps, membership, findSite(sites, site)?.offer),
        findCreated(deps.db, userId),
        readPersonal(deps, findSite(sites, site), userId),
      ])
      // No script can send it, and a super admin who acts as somebody else decides nothing for them.
      if (request.headers.get('sec-gpc') === '1' && emailVerified && actor.impersonatedBy === undefined)
        for (const { receivePrivacySignal } of sites) await receivePrivacySignal?.(deps, { userId, email })
      const user = { id: userId, email, name, superAdmin, emailVerified, verified }
      const self = {
        ...nobody,
        ...unsold,
        ...own,
        created: created?.toISOString() ?? null,
        identityProviders,
        uid: userId,
        inviteStatus,
        user,
        impersonatedBy: impersonatedBy ?? null,
      }
      if (inside) return { ...self, ...inside }
      return {
        ...self,
        access: 'lost' as const,
        lostCompany: companyName === null ? null : { name: companyName },
      }
    },
  })
}

const findSite = (sites: readonly SiteModule[], site: Site) => sites.find(({ name }) => name === site)

async function readPersonal(deps: Deps, site: SiteModule | undefined, userId: string) {
  const { person } = site ?? {}
  return person ? { [person.field]: await person.read(deps, userId) } : {}
}

async function readInside(deps: Deps, membership: Membership, offer: SiteModule['offer'] | undefined) {
  const { companyId, companyName, ownerUserId, role } = membership
  const [companyProfile, offered] = await Promise.all([
    getCompanyProfile(deps.db, membership),
    offer?.read(deps, membership),
  ])
  return {
    id: ownerUserId,
    access: 'granted' as const,
    company: { id: companyId, name: companyName, role },
    companyProfile,
    abilities: abilitiesOf(role),
    plan: offered ? planStateOf(offered) : null,
    ...(offer && offered && { [offer.field]: offered }),
  }
}

const planStateOf = ({ planID, subscription_status, active }: PlanState): PlanState => ({
  planID,
  subscription_status,
  active,
})
