import { z } from 'zod'

/** The name of an organization, as the operator configured it. */
export const organizationName = z.string().trim().min(1).max(200)

/** The specification's `orgAdmin`: the configured organizations whose members' progress a person may see. */
export const orgAdminList = z.array(z.string())

export const orgAdminInput = z.strictObject({
  /** All of them: what is left out is taken away. */
  orgAdmin: z.array(organizationName).max(50),
  reason: z.string().trim().min(3, 'Please say why: it is kept in the audit trail.').max(500),
})

/** A person's organization and those they are an admin of, as super admins see them. */
export const userOrganizationAnswer = z.object({
  org: z.string(),
  /** They typed it after choosing Other: it is kept apart, also where it equals a configured name. */
  orgIsTyped: z.boolean(),
  orgAdmin: orgAdminList,
  /** What can be given. */
  organizations: z.array(z.string()),
})
