import { type AnswerQueue, newQueue } from '@freeor/courses/attempts/answer-queue'
import { type IDBPDatabase, openDB } from 'idb'

/**
 * Where this browser keeps its clicks. Each change is one transaction of IndexedDB, so two tabs never give one number
 * to two clicks, and it is on the disk before anything is sent.
 */

const STORE = 'queues'

let opened: Promise<IDBPDatabase | undefined> | undefined

/** Undefined where the browser keeps nothing, as in some private windows: then a queue lives as long as its page. */
function openStorage(): Promise<IDBPDatabase | undefined> {
  opened ??= openDB('freeor-quiz', 1, {
    upgrade: (db) => void db.createObjectStore(STORE, { keyPath: 'attemptId' }),
    terminated: () => {
      opened = undefined
    },
  }).catch(() => undefined)
  return opened
}

const inMemory = new Map<string, AnswerQueue>()

export const isStored = async (): Promise<boolean> => (await openStorage()) !== undefined

export type QueueKey = Pick<AnswerQueue, 'attemptId' | 'userId'>

const randomName = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** The queue of an attempt after this change; it begins empty, under a new name of this device. */
export async function changeQueue(
  key: QueueKey,
  change: (queue: AnswerQueue) => AnswerQueue,
): Promise<AnswerQueue> {
  const db = await openStorage()
  if (!db) {
    const next = change(inMemory.get(key.attemptId) ?? newQueue({ ...key, device: randomName() }))
    inMemory.set(key.attemptId, next)
    return next
  }
  // Strict: a browser that is killed a moment later has it too.
  const tx = db.transaction(STORE, 'readwrite', { durability: 'strict' })
  const found: AnswerQueue | undefined = await tx.store.get(key.attemptId)
  const queue = found ?? newQueue({ ...key, device: randomName() })
  const next = change(queue)
  if (next !== found) await tx.store.put(next)
  await tx.done
  return next
}

/** The queues of this learner with clicks to send. */
export async function listWaiting(userId: string): Promise<AnswerQueue[]> {
  const db = await openStorage()
  const all: AnswerQueue[] = db ? await db.getAll(STORE) : [...inMemory.values()]
  return all.filter((queue) => queue.userId === userId && queue.waiting.length > 0)
}

/** Ends the queue of a graded attempt once there is nothing more to tell. */
export async function forgetQueue({ attemptId }: QueueKey): Promise<void> {
  inMemory.delete(attemptId)
  const db = await openStorage()
  await db?.delete(STORE, attemptId)
}

/** A name for the same browser under which no number is used yet. */
export const newDeviceName = randomName
