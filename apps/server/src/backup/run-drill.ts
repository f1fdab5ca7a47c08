import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolderStore } from '@freeor/storage/folder'
import { filePath } from '../compose.ts'
import type { Config } from '../config.ts'
import { checkInvariants, type DoctorReport } from '../doctor.ts'
import { openEngines } from '../engines.ts'
import { loadPlans, openProvider } from '../open-billing.ts'
import { needsSearchEngine } from '../sites/site-defaults.ts'
import { loadSites } from '../sites/site-modules.ts'
import { BackupRefused, openBackup, restoreBackup } from './restore-backup.ts'
import type { StoredBackup, StoredBackups } from './stored-backups.ts'

export type DrillOutcome = {
  readonly backup: string
  readonly ok: boolean
  readonly problems: readonly string[]
}

type Drill = { readonly config: Config; readonly stored: StoredBackups; onProgress(text: string): void }

/**
 * Restores a backup into an empty temporary folder, with engines that are started for it alone, and asks the doctor.
 * Nothing of the installation is touched. The outcome is kept beside the backups.
 */
export async function runDrill(drill: Drill, backup: StoredBackup): Promise<DrillOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'freeor-drill-'))
  try {
    const problems = await restoreAndExamine(drill, backup, folder)
    const ok = problems.length === 0
    await drill.stored.recordDrill({ at: new Date().toISOString(), backup: backup.key, ok })
    return { backup: backup.key, ok, problems }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function restoreAndExamine(
  { config, stored, onProgress }: Drill,
  { key }: StoredBackup,
  folder: string,
): Promise<readonly string[]> {
  const path = join(folder, key)
  onProgress(`fetching ${key}`)
  await stored.fetch({ key, madeAt: new Date(0) }, path)
  const own = alone(config, join(folder, 'data'))
  try {
    const backup = await openBackup(path, onProgress)
    const engines = await openEngines(own, () => undefined)
    try {
      const files = openFolderStore(filePath(own))
      await restoreBackup({ engines, files, dataDir: own.dataDir, onProgress }, backup)
      await loadPlans(own)
      const { db } = engines.database
      // The moment of the backup: what was due then is not late.
      const clock = { now: () => new Date(backup.manifest.createdAt) }
      const billing = await openProvider(own, { db, clock })
      const sites = await loadSites(own.sites)
      return problemsOf(await checkInvariants({ db, olap: engines.olap, files, clock, billing, sites }), own)
    } finally {
      await backup.archive.close()
      await engines.close()
    }
  } catch (error) {
    if (error instanceof BackupRefused) return [error.message]
    throw error
  }
}

/** The same installation with engines of its own. */
const alone = (config: Config, dataDir: string): Config => ({
  ...config,
  dataDir,
  postgres: { kind: 'embedded' },
  clickhouse: needsSearchEngine(config.sites) ? { kind: 'embedded' } : { kind: 'off' },
  files: { kind: 'folder' },
})

/**
 * I12 is about jobs, which no backup holds. I4 compares with the provider, which has gone on since the backup unless it
 * is the built-in one.
 */
function problemsOf({ invariants }: DoctorReport, { billing }: Config): readonly string[] {
  const isJudged = (id: string) => id !== 'I12' && (id !== 'I4' || billing.kind === 'embedded')
  return invariants.filter(({ id, ok }) => !ok && isJudged(id)).map(({ id, detail }) => `${id}: ${detail}`)
}
