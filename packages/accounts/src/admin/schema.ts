import { z } from 'zod'
import { auditEntryAnswer } from '../audit/schema.ts'
import { reasonInput } from '../impersonation/schema.ts'

export const userFilter = z.strictObject({
  /** Part of the address or the name, or the id. */
  q: z.string().trim().max(254).optional(),
  state: z.enum(['active', 'banned', 'unverified', 'super_admin']).optional(),
  /** The last one of the page before. */
  after: z.string().max(60).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export type UserFilter = z.infer<typeof userFilter>

export const reasonBody = z.strictObject({ reason: reasonInput })

export const userSummary = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
  superAdmin: z.boolean(),
  banned: z.boolean(),
  banReason: z.string().nullable(),
  createdAt: z.string(),
  /** When their latest session began; null when none is kept. */
  lastSeenAt: z.string().nullable(),
})

export type UserSummary = z.infer<typeof userSummary>

export const userRecord = z.object({
  user: userSummary,
  /** Their two-step log-in is on. */
  twoFactor: z.boolean(),
  companies: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      role: z.enum(['owner', 'admin', 'member', 'viewer']),
      since: z.string(),
    }),
  ),
  sessions: z.array(
    z.object({
      id: z.string(),
      createdAt: z.string(),
      expiresAt: z.string(),
      ipAddress: z.string().nullable(),
      /** E.g. `Firefox on Windows`. */
      device: z.string(),
      impersonatedBy: z.string().nullable(),
    }),
  ),
  audit: z.array(auditEntryAnswer),
})

export type UserRecord = z.infer<typeof userRecord>

export const companyMember = z.object({
  id: z.string(),
  userId: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(['owner', 'admin', 'member', 'viewer']),
  since: z.string(),
})

export type CompanyMember = z.infer<typeof companyMember>
