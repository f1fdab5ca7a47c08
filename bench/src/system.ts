import { join } from 'node:path'
import type { Options } from './arguments.ts'
import type { Figures } from './figures.ts'
import { type Watched, watchMemory } from './memory.ts'
import { type LeadsFile, leadsFile } from './rows/leads-file.ts'
import { whenMerged } from './server/engine.ts'
import { type ImportReport, importLeads } from './server/import-leads.ts'
import { type ProductionServer, startProductionServer } from './server/server.ts'
import { timed } from './stopwatch.ts'
import { note } from './table.ts'

export const dataFolder = join(import.meta.dirname, '..', 'data')

export type WatchedImport = ImportReport & {
  readonly commandSeconds: number
  readonly memory: Record<string, Watched>
}

export type ImportedLeads = WatchedImport & {
  /** From the end of the import until each version is one part. */
  readonly mergeSeconds: number
}

/**
 * What measurements share: the file, one running server, the leads imported into it. Each is made when it is first
 * needed.
 */
export type BenchSystem = {
  readonly options: Options
  file(): LeadsFile
  server(): Promise<ProductionServer>
  leads(): Promise<ImportedLeads>
  /** What a measurement found, for the file of `--json`. */
  readonly figures: Figures
  close(): Promise<void>
}

export function openTestSystem(options: Options): BenchSystem {
  let file: LeadsFile | undefined
  let server: Promise<ProductionServer> | undefined
  let leads: Promise<ImportedLeads> | undefined
  const system: BenchSystem = {
    options,
    figures: {},
    file() {
      if (file === undefined) note(`Making ${options.rows.toLocaleString('en-US')} leads ...`)
      file ??= leadsFile(dataFolder, options.rows)
      return file
    },
    async server() {
      if (server === undefined) note('Starting the production server ...')
      server ??= startProductionServer()
      return await server
    },
    async leads() {
      leads ??= importAndMerge(await system.server(), system.file())
      return await leads
    },
    async close() {
      await (await server?.catch(() => undefined))?.stop()
    },
  }
  return system
}

async function importAndMerge(server: ProductionServer, file: LeadsFile): Promise<ImportedLeads> {
  const imported = await importAndWatch(server, file)
  note('Waiting until its parts are merged ...')
  const merged = await timed(async () => await whenMerged(server))
  return { ...imported, mergeSeconds: merged.ms / 1000 }
}

export async function importAndWatch(server: ProductionServer, file: LeadsFile): Promise<WatchedImport> {
  note('Importing the leads ...')
  let stop: (() => Record<string, Watched>) | undefined
  try {
    const { value: report, ms } = await timed(
      async () =>
        await importLeads(server, file, (pid) => {
          stop = watchMemory({ ...server.processes(), 'freeor import': pid })
        }),
    )
    return { ...report, commandSeconds: ms / 1000, memory: stop?.() ?? {} }
  } finally {
    stop?.()
  }
}
