import { z } from 'zod'
import { givenRole, inviteStatus } from '../invitations/schema.ts'

export const roleInput = z.strictObject({ role: givenRole })

/** An entry of the specification's `companyUsers`: somebody who is in, or is invited. */
export const companyUser = z.object({
  /** Of the membership (`mem_…`), or of the invitation (`inv_…`) while it waits. */
  id: z.string(),
  /** Null while nobody has accepted. */
  uid: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['owner', 'admin', 'member', 'viewer']),
  /** Null for somebody who was never invited, as the owner. */
  inviteStatus: inviteStatus.nullable(),
  /** When they joined, or were invited. */
  since: z.iso.datetime(),
  /** Of an invitation that waits: when its link runs out. */
  expiresAt: z.iso.datetime().nullable(),
})
export type CompanyUser = z.output<typeof companyUser>
