import { z } from 'zod'
import { organizationName } from '../schema.ts'

/** So many people are invited by one call. */
const mostInvited = 500

const named = (input: unknown) => JSON.stringify(String(input).slice(0, 100))

/** Of a long list, the one that is wrong is named. */
const invitedAddress = z
  .string()
  .trim()
  .pipe(
    z
      .email({ error: ({ input }) => `Uh oh, ${named(input)} is no email address.` })
      .max(254, { error: ({ input }) => `The email address that begins with ${named(input)} is too long.` }),
  )
  .transform((email) => email.toLowerCase())

export const orgInvitationInput = z.strictObject({
  organization: organizationName,
  /** Each gets a mail with a link of its own; without any, one link is made that anyone may use. */
  emails: z.array(invitedAddress).max(mostInvited, `At most ${mostInvited} at a time.`).default([]),
})

export const orgInvitation = z.object({
  id: z.string(),
  organization: z.string(),
  /** Null for a link that anyone may use. */
  email: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  acceptedAt: z.iso.datetime().nullable(),
  expired: z.boolean(),
})

export type OrgInvitation = z.output<typeof orgInvitation>

export const madeInvitations = z.object({
  /** How many mails are on their way; those who are invited already are not invited again. */
  mailed: z.int(),
  /** The addresses that got as many invitations today as an address may, from anyone; they can be invited tomorrow. */
  refused: z.array(z.string()),
  /** The link that anyone may use, shown once; null where mails were sent. */
  url: z.string().nullable(),
})

export type MadeInvitations = z.output<typeof madeInvitations>

export const orgTokenInput = z.strictObject({ token: z.string().min(1).max(200) })

export const openedOrgInvitation = z.object({ organization: z.string(), email: z.string().nullable() })

export const joinedOrganization = z.object({
  organization: z.string(),
  /** Whoever came by a mail is confirmed; whoever came by the open link is confirmed by an admin. */
  confirmed: z.boolean(),
})
