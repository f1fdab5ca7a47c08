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
    createdAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
