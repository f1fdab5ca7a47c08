import type { ImportRecord } from '@freeor/leads/import/queries'
import { importProgress, importReport } from '@freeor/leads/import/schema'
import { dictId } from '@freeor/leads/schema'
import { z } from 'zod'
import type { LeadsDeps } from '../../sites/leads/leads-deps.ts'

export const importParams = z.strictObject({ importId: z.string().max(60) })

/** An import as the admin page follows it. */
export const importRun = z.object({
  id: z.string(),
  dictId,
  fileName: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  progress: importProgress,
  report: importReport.nullable(),
  failure: z.string().nullable(),
  /** The first is 1. An import of an upload that was cut off is begun again, at most twice. */
  attempt: z.int().positive(),
  /** Nobody works on it at this moment, and it is tried again in the next. */
  retrying: z.boolean(),
  /** The import that does its work now, after it was cut off. */
  retriedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type ImportRun = z.infer<typeof importRun>

export function toImportRun(
  record: ImportRecord,
  { runningImports }: Pick<LeadsDeps, 'runningImports'>,
): ImportRun {
  const {
    id,
    dictId: dictionaryId,
    sourceName,
    state,
    progress,
    report,
    failure,
    attempt,
    retrying,
    retriedBy,
    startedAt,
    endedAt,
  } = record
  return {
    id,
    dictId: dictionaryId,
    fileName: sourceName,
    state,
    progress: runningImports.progressOf(id) ?? progress,
    report,
    failure,
    attempt,
    retrying,
    retriedBy,
    createdAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
