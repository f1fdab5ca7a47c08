import { z } from 'zod'
import { leadStatuses } from '../query/lead-statuses.ts'
import { dictId } from '../schema.ts'

/** The longest note, in characters. */
const NOTE_CHARACTERS = 2_000

export const leadNoteInput = z.strictObject({
  /** null for none. */
  status: z.enum(leadStatuses).nullable(),
  /** Stays as it is when absent. */
  note: z.string().trim().max(NOTE_CHARACTERS).optional(),
  /** The `revision` that one saw: a change that a colleague made meanwhile is not written over. 0 where there was none. */
  revision: z.int().min(0),
})
export type LeadNoteInput = z.output<typeof leadNoteInput>

/** What the company says of a lead. */
export const leadNote = z.strictObject({
  status: z.enum(leadStatuses).nullable(),
  note: z.string(),
  /** 0 where nothing was ever said. */
  revision: z.int(),
  /** Who wrote it; null where nothing was said, and for an account that is deleted. */
  changedBy: z.string().nullable(),
  changedAt: z.iso.datetime().nullable(),
})
export type LeadNote = z.infer<typeof leadNote>

export const notedLead = leadNote.extend({ dictId, leadId: z.string() })
export type NotedLead = z.infer<typeof notedLead>
