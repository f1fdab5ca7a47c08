import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createZstdCompress } from 'node:zlib'
import { AppError } from '@freeor/kernel/errors'
import { openSnapshot } from '@freeor/postgres/table-copy'
import type { FileStore } from '@freeor/storage/ports'
import type { Engines } from '../engines.ts'
import { version } from '../version.ts'
import { type ArchiveWriter, createArchive, type Member } from './archive.ts'
import { listLeadTables, readLeadTable } from './lead-tables.ts'
import { folderFiles, type Manifest, manifestName } from './manifest.ts'

export type BackupDeps = {
  readonly engines: { readonly pool: Engines['database']['pool']; readonly olap: Engines['olap'] }
  readonly files: FileStore
  readonly dataDir: string
  readonly now: Date
  /** Called with what is being copied. */
  onProgress(text: string): void
}

type Making = BackupDeps & { readonly archive: ArchiveWriter; readonly members: Member[] }

const servedVersions = `SELECT d.dataset_no || '_v' || v.version
  FROM dataset_versions v JOIN datasets d ON d.dict_id = v.dict_id`

/**
 * Writes everything that is not to be lost into one file, also while the server runs: the relational tables of one
 * moment, then what they refer to, which never changes: lead tables of stored versions, frozen ids and files. Queues
 * are not in it: they are filled again from the tables. The file is there whole or not at all.
 */
export async function makeBackup(deps: BackupDeps, path: string): Promise<Manifest> {
  const part = `${path}.part`
  await rm(part, { force: true })
  const archive = await createArchive(part)
  try {
    const manifest = await fill({ ...deps, archive, members: [] })
    await archive.finish()
    await archive.close()
    await rename(part, path)
    return manifest
  } catch (error) {
    await archive.close().catch(() => undefined)
    await rm(part, { force: true })
    throw error
  }
}

async function fill(making: Making): Promise<Manifest> {
  const { archive, members, now } = making
  const { schemaVersion, tables, served } = await copyTables(making)
  const manifest: Manifest = {
    product: 'freeor',
    format: 1,
    version,
    createdAt: now.toISOString(),
    schemaVersion,
    tables,
    leadTables: await copyLeadTables(making, served),
    files: await copyFiles(making),
    folder: await copyFolder(making),
    members,
  }
  await archive.add(manifestName, Readable.from([Buffer.from(JSON.stringify(manifest, null, 2))]))
  return manifest
}

async function add({ archive, members }: Making, name: string, body: Readable): Promise<string> {
  members.push(await archive.add(name, body))
  return name
}

/** When a source breaks, its member fails with the error instead of ending with what came until then. */
function compressed(body: Readable): Readable {
  const packed = createZstdCompress()
  body.on('error', (error) => packed.destroy(error))
  return body.pipe(packed)
}

async function copyTables(making: Making) {
  const snapshot = await openSnapshot(making.engines.pool)
  try {
    const tables: Manifest['tables'] = []
    for (const table of snapshot.tables) {
      making.onProgress(`table ${table.name}`)
      const member = await add(making, `tables/${table.name}.copy.zst`, compressed(snapshot.read(table)))
      tables.push({ name: table.name, columns: [...table.columns], member })
    }
    return {
      schemaVersion: snapshot.schemaVersion,
      tables,
      served: new Set(await snapshot.ask(servedVersions)),
    }
  } finally {
    await snapshot.end()
  }
}

async function copyLeadTables(making: Making, served: ReadonlySet<string>): Promise<Manifest['leadTables']> {
  const { olap } = making.engines
  if (!olap) {
    if (served.size === 0) return []
    throw new AppError(
      'conflict',
      'There are datasets of leads here, and SITES does not name leads: the backup would not be whole.',
    )
  }
  const copied: Manifest['leadTables'] = []
  for (const table of await listLeadTables(olap, served)) {
    making.onProgress(`leads ${table.name}`)
    const body = compressed(await readLeadTable(olap, table))
    copied.push({ ...table, member: await add(making, `leads/${table.name}.native.zst`, body) })
  }
  return copied
}

async function copyFiles(making: Making): Promise<Manifest['files']> {
  const copied: Manifest['files'] = []
  for await (const { key } of making.files.list('')) {
    // Pieces of what is still being sent.
    if (key.startsWith('uploads/')) continue
    making.onProgress(`file ${key}`)
    const member = `files/${copied.length + 1}`
    copied.push({ key, member: await add(making, member, await making.files.read(key)) })
  }
  return copied
}

async function copyFolder(making: Making): Promise<Manifest['folder']> {
  const copied: Manifest['folder'] = []
  for (const name of folderFiles) {
    const content = await readFile(join(making.dataDir, name)).catch(() => undefined)
    if (content === undefined) continue
    copied.push({ name, member: await add(making, `folder/${name}`, Readable.from([content])) })
  }
  return copied
}
