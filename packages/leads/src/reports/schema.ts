import { z } from 'zod'
import { reportLengths } from './limits.ts'

const reportKind = z.enum(['search', 'download'])

export const newReportInput = z.strictObject({
  kind: reportKind,
  /** Of one's own saved search, or of a download of one's company. */
  id: z.string().max(60),
  /** What is wrong. */
  problem: z.string().trim().min(1, 'Please say what is wrong.').max(reportLengths.problem),
})
export type NewReport = z.output<typeof newReportInput>

const reportState = z.enum(['open', 'closed'])

/** A report as whoever made it sees it. */
export const report = z.object({
  id: z.string(),
  kind: reportKind,
  /** Of the saved search or the download. */
  of: z.string(),
  searchName: z.string(),
  queryUrl: z.object({ url: z.string(), filter: z.string(), dslFilter: z.string(), dictId: z.string() }),
  problem: z.string(),
  device: z.string(),
  state: reportState,
  answer: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  /** Leads given back. */
  refunded: z.int().nullable(),
  timestamp: z.iso.datetime(),
})
export type Report = z.infer<typeof report>

/** In the list of one's own reports. */
export const ownReport = report.extend({
  /** Leads that were sent back; null for a report of the whole. */
  leads: z.int().nullable(),
  closedAt: z.iso.datetime().nullable(),
  /** Whether the file of the download can be fetched now. */
  hasFile: z.boolean(),
})
export type OwnReport = z.infer<typeof ownReport>

/** With its details, for super admins. */
export const reportDetails = report.extend({
  uid: z.string(),
  email: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  /** Leads that were sent back and are to be decided; null for a report of the whole. */
  leads: z.int().nullable(),
  /** Leads that are given back by a refund: what the download cost, or those sent back; null of a search. */
  cost: z.int().nullable(),
})
export type ReportDetails = z.infer<typeof reportDetails>

export const reportFilter = z.strictObject({ state: reportState.default('open') })

/** What a super admin does with a report: at least one of the three. The reporter is told by mail. */
export const reportAction = z
  .strictObject({
    answer: z.string().trim().min(1).max(reportLengths.answer).optional(),
    /** Gives the leads back that the download cost. */
    refund: z.boolean().default(false),
    close: z.boolean().default(false),
  })
  .refine(({ answer, refund, close }) => answer !== undefined || refund || close, {
    path: ['answer'],
    error: 'Please answer, refund or close.',
  })
export type ReportAction = z.output<typeof reportAction>
