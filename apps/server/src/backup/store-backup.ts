import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Olap } from '@freeor/clickhouse/olap'
import type { BackupChoice } from '../backup-choice.ts'
import { type BackupDeps, makeBackup } from './make-backup.ts'
import type { StoredBackup, StoredBackups } from './stored-backups.ts'

/** The backups that this server makes by schedule. */
export type BackupsOfServer = {
  readonly choice: BackupChoice
  readonly stored: StoredBackups
  readonly olap: Olap | undefined
}

/** Makes a backup in the data folder, puts it into the store, and removes the oldest there. */
export async function storeBackup(
  { choice, stored }: Pick<BackupsOfServer, 'choice' | 'stored'>,
  deps: BackupDeps,
): Promise<StoredBackup> {
  const path = join(deps.dataDir, `backup-${deps.now.getTime()}.tar`)
  try {
    await makeBackup(deps, path)
    const added = await stored.add(path, deps.now)
    // Only now: a night without a backup must not cost one that is there.
    await stored.thin(choice.keep)
    return added
  } finally {
    await rm(path, { force: true })
  }
}
