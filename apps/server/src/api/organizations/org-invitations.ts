import {
  inviteToOrganization,
  joinOrganization,
  revokeOrgInvitation,
} from '@freeor/courses/organizations/invitations/commands'
import { getLiveOrgInvitation, listOrgInvitations } from '@freeor/courses/organizations/invitations/queries'
import {
  joinedOrganization,
  madeInvitations,
  openedOrgInvitation,
  orgInvitation,
  orgInvitationInput,
  orgTokenInput,
} from '@freeor/courses/organizations/invitations/schema'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { callerOf } from '../profile/caller-of.ts'
import { orgAccessOf, orgActionOf } from './acting-for.ts'

export const listOrgInvitationsOperation = coursesOperation({
  id: 'listOrgInvitations',
  method: 'get',
  path: '/api/org/invitations',
  area: 'organizations',
  summary: 'The invitations of the caller’s organizations, newest first',
  access: 'user',
  answer: z.object({ invitations: z.array(orgInvitation) }),
  async handle(call) {
    const { db, clock } = call.deps
    return { invitations: await listOrgInvitations(db, await orgAccessOf(call), clock.now()) }
  },
})

export const inviteToOrganizationOperation = coursesOperation({
  id: 'inviteToOrganization',
  method: 'post',
  path: '/api/org/invitations',
  area: 'organizations',
  summary: 'Invites people to an organization by mail, or makes a link that anyone may use',
  access: 'user',
  provenAddress: true,
  body: orgInvitationInput,
  answer: madeInvitations,
  async handle(call) {
    const { deps, body, user } = call
    const action = await orgActionOf(call)
    const { mailOrgInvitation: mailInvitation, db, auth } = deps
    const { origin } = callerOf(call)
    const invited = { ...body, inviter: user().email, origin }
    return await inviteToOrganization({ db, limiter: auth.limiter, mailInvitation }, action, invited)
  },
})

export const revokeOrgInvitationOperation = coursesOperation({
  id: 'revokeOrgInvitation',
  method: 'delete',
  path: '/api/org/invitations/{invitationId}',
  area: 'organizations',
  summary: 'Ends an invitation: its link no longer works',
  access: 'user',
  params: z.strictObject({ invitationId: z.string().max(60) }),
  status: 204,
  async handle(call) {
    await revokeOrgInvitation(call.deps, await orgActionOf(call), call.params.invitationId)
    return new Response(null, { status: 204 })
  },
})

export const openOrgInvitationOperation = coursesOperation({
  id: 'openOrgInvitation',
  method: 'post',
  path: '/api/org/invitations/open',
  area: 'organizations',
  summary: 'What the link of an invitation to an organization shows',
  access: 'public',
  whileImpersonating: 'read',
  body: orgTokenInput,
  answer: openedOrgInvitation,
  async handle({ deps, body }) {
    const { organization, email } = await getLiveOrgInvitation(deps.db, body.token, deps.clock.now())
    return { organization, email }
  },
})

export const joinOrganizationOperation = coursesOperation({
  id: 'joinOrganization',
  method: 'post',
  path: '/api/org/invitations/accept',
  area: 'organizations',
  summary: 'Joins an organization by an invitation: the profile names it from then on',
  access: 'user',
  body: orgTokenInput,
  answer: joinedOrganization,
  async handle(call) {
    const { deps, body, user, clientAddress: address } = call
    const joined = await joinOrganization(deps, user(), { token: body.token, now: deps.clock.now(), address })
    deps.profileChanges.send(user().userId)
    return joined
  },
})
