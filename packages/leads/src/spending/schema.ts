import { z } from 'zod'

/** An order that nobody decides on for 14 days is expired. */
export const approvalStates = ['waiting', 'approved', 'refused', 'withdrawn', 'expired'] as const

/** Leads that a member may take in a billing period; null: as many as the company has. */
export const spendingLimitInput = z.strictObject({ leads: z.int().min(0).max(1_000_000_000).nullable() })

export const memberSpending = z.object({
  memberId: z.string(),
  uid: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['owner', 'admin', 'member', 'viewer']),
  /** null: as many as the company has. The owner has no limit. */
  limit: z.int().nullable(),
  /** New leads of their downloads since the period began. */
  used: z.int(),
  /** null without a limit. */
  left: z.int().nullable(),
})
export type MemberSpending = z.infer<typeof memberSpending>

export const downloadApproval = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  email: z.string(),
  searchName: z.string(),
  dictId: z.string(),
  rows: z.int(),
  /** The most that it may cost when it is approved. */
  newLeads: z.int(),
  note: z.string(),
  state: z.enum(approvalStates),
  timestamp: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Why it was refused. */
  reason: z.string().nullable(),
  /** What was made of it. */
  downloadId: z.string().nullable(),
})
export type DownloadApproval = z.infer<typeof downloadApproval>

/** What the people of a company take: of all for who manages people, else one's own. */
export const spendingAnswer = z.object({
  periodStart: z.iso.datetime(),
  periodEnd: z.iso.datetime(),
  members: z.array(memberSpending),
  /** Newest first; at most 100. */
  approvals: z.array(downloadApproval),
})
export type Spending = z.infer<typeof spendingAnswer>

export const approvalNote = z.string().trim().max(500).default('')
export const refusalInput = z.strictObject({ reason: z.string().trim().max(500).default('') })
