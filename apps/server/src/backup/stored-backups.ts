import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '@freeor/storage/ports'

export type StoredBackup = { readonly key: string; readonly madeAt: Date }
export type DrillRecord = { readonly at: string; readonly backup: string; readonly ok: boolean }

/** The backups in a store of their own. Their names say when they were made, so that nothing else has to be kept. */
export type StoredBackups = {
  add(path: string, madeAt: Date): Promise<StoredBackup>
  /** The newest first. */
  list(): Promise<readonly StoredBackup[]>
  /** Removes all but the newest. @returns what it removed */
  thin(keep: number): Promise<readonly StoredBackup[]>
  fetch(backup: StoredBackup, path: string): Promise<void>
  /** Keeps how the last drill ended. */
  recordDrill(record: DrillRecord): Promise<void>
  readDrill(): Promise<DrillRecord | undefined>
}

const drillKey = 'drill.json'
const name = /^freeor-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar$/

const keyOf = (madeAt: Date): string =>
  `freeor-${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`

function readKey(key: string): StoredBackup[] {
  const [, day, hours, minutes, seconds] = name.exec(key) ?? []
  return day === undefined ? [] : [{ key, madeAt: new Date(`${day}T${hours}:${minutes}:${seconds}Z`) }]
}

export function openStoredBackups(store: FileStore): StoredBackups {
  const list = async (): Promise<readonly StoredBackup[]> => {
    const found: StoredBackup[] = []
    for await (const { key } of store.list('freeor-')) found.push(...readKey(key))
    return found.toReversed()
  }
  return {
    list,
    async add(path, madeAt) {
      const key = keyOf(madeAt)
      await store.write(key, createReadStream(path))
      return { key, madeAt }
    },
    async thin(keep) {
      const old = (await list()).slice(keep)
      for (const { key } of old) await store.remove(key)
      return old
    },
    fetch: async ({ key }, path) =>
      await pipeline(await store.read(key), createWriteStream(path, { mode: 0o600 })),
    recordDrill: async (record) =>
      void (await store.write(drillKey, Readable.from([Buffer.from(JSON.stringify(record))]))),
    async readDrill() {
      if (!(await store.stat(drillKey))) return undefined
      return JSON.parse(await text(await store.read(drillKey))) as DrillRecord
    },
  }
}
