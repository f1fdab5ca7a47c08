import { z } from 'zod'
import { emailInput, newPasswordInput, personNameInput } from '../schema.ts'

/** Roles that can be given; ownership is handed over instead. */
export const givenRole = z.enum(['admin', 'member', 'viewer'])
export type GivenRole = z.output<typeof givenRole>

/** The specification's states of an invited user. */
export const inviteStatus = z.enum(['pending', 'accepted', 'converted', 'removed'])
export type InviteStatus = z.output<typeof inviteStatus>

export const inviteInput = z.strictObject({ email: emailInput, role: givenRole })
export const invitationTokenInput = z.strictObject({ token: z.string().min(1).max(200) })
export const invitedSignUpInput = z.strictObject({
  token: z.string().min(1).max(200),
  password: newPasswordInput,
  name: personNameInput.optional(),
})

/** A pending invitation, as the managers of the people see it. Never the token. */
export const invitationAnswer = z.object({
  id: z.string(),
  email: z.string(),
  role: givenRole,
  inviteStatus: z.literal('pending'),
  invitedBy: z.string().nullable(),
  sentAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** The link has expired: it can be sent again. */
  expired: z.boolean(),
})
export type InvitationAnswer = z.output<typeof invitationAnswer>

/** What the link in the mail shows. */
export const openedInvitation = z.object({
  companyName: z.string(),
  inviterName: z.string().nullable(),
  email: z.string(),
  role: givenRole,
  expiresAt: z.iso.datetime(),
  /** The next step is logging in; otherwise choosing a password. */
  hasAccount: z.boolean(),
})
export type OpenedInvitation = z.output<typeof openedInvitation>

export const joinedAnswer = z.object({
  companyId: z.string(),
  companyName: z.string(),
  role: z.enum(['owner', 'admin', 'member', 'viewer']),
})
export type Joined = z.output<typeof joinedAnswer>
