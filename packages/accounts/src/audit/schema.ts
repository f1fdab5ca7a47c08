import { hasKnownYear, knownYears } from '@freeor/kernel/years'
import { z } from 'zod'

const id = z.string().min(1).max(100)
const time = z.iso.datetime({ offset: true }).refine(hasKnownYear, knownYears)

/** The filters of the trail; an entry must match all of them. */
export const auditFilter = z.strictObject({
  /** Who acted: an id, or an email address. */
  actor: z.string().min(1).max(254).optional(),
  /** Who was acted on or impersonated: an id, or an email address. */
  subject: z.string().min(1).max(254).optional(),
  companyId: id.optional(),
  /** The action or its prefix: `impersonation.` finds all of them. */
  action: z
    .string()
    .max(100)
    .regex(/^[a-z_.]+$/, 'Please use small letters, dots and underscores.')
    .optional(),
  from: time.optional(),
  to: time.optional(),
})

export type AuditFilter = z.infer<typeof auditFilter>

export const auditEntryAnswer = z.object({
  /** `before` for the next page. */
  sequence: z.number().int(),
  id: z.string(),
  at: z.string(),
  action: z.string(),
  actorUserId: z.string().nullable(),
  actorEmail: z.string().nullable(),
  subjectUserId: z.string().nullable(),
  subjectEmail: z.string().nullable(),
  companyId: z.string().nullable(),
  companyName: z.string().nullable(),
  objectType: z.string().nullable(),
  objectId: z.string().nullable(),
  ipAddress: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})

export type AuditEntryAnswer = z.infer<typeof auditEntryAnswer>
