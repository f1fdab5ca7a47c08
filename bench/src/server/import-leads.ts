import { z } from 'zod'
import type { LeadsFile } from '../rows/leads-file.ts'
import type { ProductionServer } from './server.ts'

const importReport = z.object({
  dictId: z.string(),
  version: z.int(),
  rowsIn: z.int(),
  rowsStored: z.int(),
  rowsRejected: z.int(),
  columns: z.array(z.object({ key: z.string(), kind: z.string(), from: z.string() })),
  seconds: z.number(),
})
export type ImportReport = z.infer<typeof importReport>

export const DICTIONARY = 'bench'

/** Imports the file with `freeor import`, while the server runs. @throws Error unless every row is stored. */
export async function importLeads(
  server: ProductionServer,
  file: LeadsFile,
  onStart: (pid: number) => void,
): Promise<ImportReport> {
  const args = ['import', file.path, '--dictionary', DICTIONARY, '--yes', '--json']
  const output = await server.freeor(args, onStart)
  const report = importReport.parse(JSON.parse(output.trim().split('\n').at(-1) ?? ''))
  if (report.rowsStored !== file.rows)
    throw new Error(
      `Of ${file.rows} rows ${report.rowsStored} were stored and ${report.rowsRejected} rejected`,
    )
  return report
}
