import type { Draft } from '@freeor/courses/authoring/lessons/saving-queue'
import { type IDBPDatabase, openDB } from 'idb'

/**
 * Where this browser keeps what authors write: each editor its own draft, on the disk before anything is sent. One tab
 * never writes another one's.
 */

const STORE = 'drafts'

let opened: Promise<IDBPDatabase | undefined> | undefined

/** Undefined where the browser keeps nothing, as in some private windows: then a draft lives as long as its page. */
function openStorage(): Promise<IDBPDatabase | undefined> {
  opened ??= openDB('freeor-editor', 1, {
    upgrade: (db) => void db.createObjectStore(STORE, { keyPath: 'device' }),
    terminated: () => {
      opened = undefined
    },
  }).catch(() => undefined)
  return opened
}

/** Whether the browser has stored it: it may keep nothing, and its disk may be full. */
async function change(
  work: (store: { put(draft: Draft): unknown; delete(key: string): unknown }) => unknown,
): Promise<boolean> {
  const db = await openStorage()
  if (!db) return false
  // Strict: a browser that is killed a moment later has it too.
  const tx = db.transaction(STORE, 'readwrite', { durability: 'strict' })
  return await Promise.all([work(tx.store), tx.done]).then(
    () => true,
    () => false,
  )
}

/** @returns whether it is stored */
export const keepDraft = async (draft: Draft): Promise<boolean> =>
  await change(async (store) => await store.put(draft))

export const forgetDraft = async ({ device }: Pick<Draft, 'device'>): Promise<boolean> =>
  await change(async (store) => await store.delete(device))

/** The drafts of a lesson that this user has in this browser. */
export async function listDrafts({ lessonId, userId }: Pick<Draft, 'lessonId' | 'userId'>): Promise<Draft[]> {
  const db = await openStorage()
  const all: Draft[] = (await db?.getAll(STORE)) ?? []
  return all.filter((draft) => draft.lessonId === lessonId && draft.userId === userId)
}
