import { z } from 'zod'
import { givenRole, inviteStatus } from '../invitations/schema.ts'

export const roleInput = z.strictObject({ role: givenRole })

/** An entry of the specification's `companyUsers`: a member or an invited person. */
export const companyUser = z.object({
  /** The id of the membership (`mem_…`), or of the pending invitation (`inv_…`). */
  id: z.string(),
  /** Null while nobody has accepted. */
  uid: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['owner', 'admin', 'member', 'viewer']),
  /** Null for a user who was never invited, e.g. the owner. */
  inviteStatus: inviteStatus.nullable(),
  /** When they joined, or were invited. */
  since: z.iso.datetime(),
  /** For a pending invitation: when its link expires. */
  expiresAt: z.iso.datetime().nullable(),
})
export type CompanyUser = z.output<typeof companyUser>
