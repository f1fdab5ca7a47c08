import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where a running server's engines answer, so that a command may join them. Secrets inside: mode 0600. */
export type Announcement = { databaseUrl: string; clickhouseUrl?: string | undefined }

const pathIn = (dataDir: string) => join(dataDir, 'engines.json')

/** Written aside and moved: whoever reads meanwhile finds the whole text or none. */
export async function announceEngines(dataDir: string, announcement: Announcement): Promise<void> {
  const part = `${pathIn(dataDir)}.${randomUUID()}.new`
  await writeFile(part, JSON.stringify(announcement), { mode: 0o600 })
  await rename(part, pathIn(dataDir))
}

/** Undefined where no server has announced its engines. */
export async function findAnnouncement(dataDir: string): Promise<Announcement | undefined> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Announcement)
}

export async function withdrawAnnouncement(dataDir: string): Promise<void> {
  await rm(pathIn(dataDir), { force: true })
}
