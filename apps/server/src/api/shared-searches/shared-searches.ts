import { deviceName } from '@freeor/accounts/sessions/device-name'
import type { Actor } from '@freeor/kernel/actor'
import { requireActivePlan } from '@freeor/leads/allowance/queries'
import { savedSearch } from '@freeor/leads/saved-searches/schema'
import { copySharedSearch } from '@freeor/leads/shares/copies/commands'
import { listSharedWithMe } from '@freeor/leads/shares/queries'
import {
  shareCopyInput,
  sharedSearchAnswer,
  sharedSearchInput,
  sharedWithMe,
  shareVisitInput,
} from '@freeor/leads/shares/schema'
import { forgetVisit, visitShare } from '@freeor/leads/shares/visits/commands'
import { lookAtShare } from '@freeor/leads/shares/visits/queries'
import { z } from 'zod'
import { type LeadsDeps, leadsOperation } from '../../sites/leads/leads-deps.ts'

const userOf = (actor: Actor) => (actor.kind === 'user' ? actor.userId : undefined)

const lookDeps = (deps: LeadsDeps) => ({ ...deps, secret: deps.auth.secret })

export const lookAtSharedSearchOperation = leadsOperation({
  id: 'lookAtSharedSearch',
  method: 'post',
  path: '/api/shared-searches/look',
  area: 'saved searches',
  summary:
    'What a share link shows before a visit is counted; it changes nothing. Contact cells are covered for everybody. 404 for a dead link, and where `owner` is not who shared it',
  access: 'public',
  whileImpersonating: 'read',
  body: sharedSearchInput,
  answer: sharedSearchAnswer,
  handle: async ({ deps, actor, body }) => await lookAtShare(lookDeps(deps), body, userOf(actor)),
})

export const visitSharedSearchOperation = leadsOperation({
  id: 'visitSharedSearch',
  method: 'post',
  path: '/api/shared-searches/visits',
  area: 'saved searches',
  summary:
    'Counts a visit of a share link and shows its search, with a pass to go on looking. 403 for a wrong password',
  access: 'public',
  whileImpersonating: 'allowed',
  body: shareVisitInput,
  answer: sharedSearchAnswer,
  handle: async ({ deps, actor, body: { password, ...named } }) =>
    await visitShare({ ...lookDeps(deps), auth: deps.auth }, named, { userId: userOf(actor), password }),
})

export const copySharedSearchOperation = leadsOperation({
  id: 'copySharedSearch',
  method: 'post',
  path: '/api/shared-searches/copies',
  area: 'saved searches',
  summary: "Keeps a shared search as one's own. 403 where it was shared to be looked at only",
  access: 'user',
  apiKeyScope: 'saved-searches',
  whileImpersonating: 'allowed',
  right: 'searches.save',
  body: shareCopyInput,
  answer: savedSearch,
  status: 201,
  async handle({ deps, company, body: { searchName, ...named }, request }) {
    const scope = await company()
    await requireActivePlan(deps.db, scope)
    const device = deviceName(request.headers.get('user-agent'))
    return await copySharedSearch(lookDeps(deps), scope, { named, searchName, device })
  },
})

export const listSharedWithMeOperation = leadsOperation({
  id: 'listSharedWithMe',
  method: 'get',
  path: '/api/shared-searches',
  area: 'saved searches',
  summary: 'Searches that others shared with the person: links they opened that still live',
  access: 'user',
  apiKeyScope: 'saved-searches',
  answer: z.object({ sharedSearches: z.array(sharedWithMe) }),
  handle: async ({ deps, user }) => ({
    sharedSearches: await listSharedWithMe(deps.db, user().userId, deps.clock.now()),
  }),
})

export const forgetSharedSearchOperation = leadsOperation({
  id: 'forgetSharedSearch',
  method: 'delete',
  path: '/api/shared-searches/{linkId}',
  area: 'saved searches',
  summary: 'Takes a search out of those that were shared with the person',
  access: 'user',
  apiKeyScope: 'saved-searches',
  whileImpersonating: 'allowed',
  params: z.strictObject({ linkId: z.string().max(60) }),
  status: 204,
  async handle({ deps, user, params }) {
    await forgetVisit(deps.db, user().userId, params.linkId)
    return new Response(null, { status: 204 })
  },
})
