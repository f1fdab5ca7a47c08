import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createZstdDecompress } from 'node:zlib'
import { replaceTables, schemaVersionOf } from '@freeor/postgres/table-copy'
import type { FileStore } from '@freeor/storage/ports'
import type { Engines } from '../engines.ts'
import { type ArchiveReader, openArchive } from './archive.ts'
import { dropLeadTables, replaceLeadTable } from './lead-tables.ts'
import { folderFiles, type Manifest, manifestName, manifestShape } from './manifest.ts'

/** Why a backup is not restored; said to the operator as it is. */
export class BackupRefused extends Error {}

export type Backup = { readonly archive: ArchiveReader; readonly manifest: Manifest }

/**
 * Opens a backup and reads all of it once against its checksums, before anything else is touched.
 * @throws BackupRefused for a file that is none, was cut off or changed
 */
export async function openBackup(path: string, onProgress: (text: string) => void): Promise<Backup> {
  const archive = await openArchive(path).catch((error: Error) => {
    throw new BackupRefused(`${path}: ${error.message}`)
  })
  try {
    const manifest = await readManifest(archive)
    for (const { name, sha256 } of manifest.members) {
      onProgress(`checking ${name}`)
      const hash = createHash('sha256')
      for await (const chunk of archive.read(name)) hash.update(chunk)
      if (hash.digest('hex') !== sha256) throw new BackupRefused(`${name} in the backup is damaged`)
    }
    return { archive, manifest }
  } catch (error) {
    await archive.close()
    throw error instanceof BackupRefused ? error : new BackupRefused(`${path}: ${(error as Error).message}`)
  }
}

async function readManifest(archive: ArchiveReader): Promise<Manifest> {
  if (!archive.names.includes(manifestName)) throw new BackupRefused('The file is no backup of Freeor')
  const text = (await buffer(archive.read(manifestName))).toString('utf8')
  const parsed = manifestShape.safeParse(JSON.parse(text))
  if (!parsed.success) throw new BackupRefused('The backup was made by a version this one cannot read')
  const known = new Set<string>(folderFiles)
  if (parsed.data.folder.some(({ name }) => !known.has(name)))
    throw new BackupRefused('The backup names a file that is not ours')
  return parsed.data
}

/** True when nothing would be lost: no person and no file but those that every new installation has. */
export async function isEmpty(engines: Engines): Promise<boolean> {
  const { rows } = await engines.database.pool.query('SELECT 1 FROM users LIMIT 1')
  return rows.length === 0
}

export type RestoreDeps = {
  readonly engines: Engines
  readonly files: FileStore
  readonly dataDir: string
  onProgress(text: string): void
}

/**
 * Puts a backup in place of what is there. The relational tables come last, in one transaction: until then nothing
 * refers to what was put in place, and a restore that was cut off can be run again.
 * @throws BackupRefused when the backup has other tables than this program
 */
export async function restoreBackup(deps: RestoreDeps, { archive, manifest }: Backup): Promise<void> {
  const { engines, files, onProgress } = deps
  if ((await schemaVersionOf(engines.database.pool)) !== manifest.schemaVersion)
    throw new BackupRefused(
      `The backup was made by version ${manifest.version} with other tables than this one has. Restore it with that version, then update.`,
    )
  await replaceLeadTables(deps, { archive, manifest })
  for await (const { key } of files.list('')) await files.remove(key)
  for (const { key, member } of manifest.files) {
    onProgress(`file ${key}`)
    await files.write(key, archive.read(member))
  }
  for (const { name, member } of manifest.folder)
    await writeFile(join(deps.dataDir, name), archive.read(member), { mode: 0o600 })
  await replaceTables(engines.database.pool, bodies(deps, { archive, manifest }))
  await forgetQueues(engines)
}

async function replaceLeadTables(
  { engines: { olap }, onProgress }: RestoreDeps,
  { archive, manifest }: Backup,
): Promise<void> {
  if (olap) await dropLeadTables(olap)
  for (const { member, ...table } of manifest.leadTables) {
    if (!olap) throw new BackupRefused('The backup holds datasets of leads, and SITES does not name leads.')
    onProgress(`leads ${table.name}`)
    await replaceLeadTable(olap, table, unpacked(archive, member))
  }
}

function unpacked(archive: ArchiveReader, member: string) {
  const body = archive.read(member)
  const plain = createZstdDecompress()
  body.on('error', (error) => plain.destroy(error))
  return body.pipe(plain)
}

async function* bodies({ onProgress }: RestoreDeps, { archive, manifest }: Backup) {
  for (const { member, ...table } of manifest.tables) {
    onProgress(`table ${table.name}`)
    yield { table, body: unpacked(archive, member) }
  }
}

/** Jobs from before the restore refer to records that no longer exist. */
async function forgetQueues({ database }: Engines): Promise<void> {
  const { rows } = await database.pool.query("SELECT to_regclass('pgboss.job') IS NOT NULL AS there")
  if (rows[0]?.there) await database.pool.query('DELETE FROM pgboss.job')
}
