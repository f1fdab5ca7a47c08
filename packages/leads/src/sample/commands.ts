import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { localFile } from '../import/adapters/local-file.ts'
import { type ImportDeps, importLeads } from '../import/commands.ts'
import type { ImportReport } from '../import/schema.ts'
import { sampleCsv } from './businesses.ts'
import { sampleColumns } from './columns.ts'

export const sampleDictId = 'businesses'
const sampleRows = 200_000

/** Makes the sample businesses and imports them like every file, as the next version of the sample dictionary. */
export async function importSample(deps: ImportDeps, rows: number = sampleRows): Promise<ImportReport> {
  const folder = await mkdtemp(join(tmpdir(), 'freeor-sample-'))
  const path = join(folder, 'sample-businesses.csv')
  try {
    await pipeline(Readable.from(sampleCsv(rows)), createWriteStream(path))
    return await importLeads(deps, {
      source: await localFile(path),
      dictId: sampleDictId,
      name: 'Sample businesses',
      columns: sampleColumns,
      isReplacement: true,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
