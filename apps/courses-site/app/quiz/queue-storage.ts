import { type AnswerQueue, newQueue } from '@freeor/courses/attempts/answer-queue'
import { type IDBPDatabase, openDB } from 'idb'

/**
 * Where this browser keeps its clicks. Each change is one transaction of IndexedDB, so two tabs never give one number
 * to two clicks, and it is on the disk before anything is sent.
 */

const STORE = 'queues'

let opened: Promise<IDBPDatabase | undefined> | undefined

/** Whether a change could not be stored: the disk is full, or broken. */
let isBroken = false

/** Undefined where the browser keeps nothing, as in some private windows: then a queue lives as long as its page. */
async function openStorage(): Promise<IDBPDatabase | undefined> {
  if (isBroken) return undefined
  opened ??= openDB('freeor-quiz', 1, {
    upgrade: (db) => void db.createObjectStore(STORE, { keyPath: 'attemptId' }),
    terminated: () => {
      opened = undefined
    },
  }).catch(() => undefined)
  return await opened
}

const inMemory = new Map<string, AnswerQueue>()

/** From now on the queues live as long as the page, and go on with the numbers that they had. */
async function leaveStorage(db: IDBPDatabase): Promise<void> {
  const queues: AnswerQueue[] = await db.getAll(STORE).catch(() => [])
  // Another change may have failed meanwhile, and be ahead.
  if (isBroken) return
  isBroken = true
  for (const queue of queues) inMemory.set(queue.attemptId, queue)
}

export const isStored = async (): Promise<boolean> => (await openStorage()) !== undefined

export type QueueKey = Pick<AnswerQueue, 'attemptId' | 'userId'>

const randomName = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

type Change = (queue: AnswerQueue) => AnswerQueue

/**
 * The queue of an attempt after this change; it begins empty, under a new name of this device. A change that the browser
 * cannot store is made in the page: it is sent all the same.
 */
export async function changeQueue(key: QueueKey, change: Change): Promise<AnswerQueue> {
  const db = await openStorage()
  if (!db) return changeInMemory(key, change)
  try {
    return await changeStored(db, key, change)
  } catch {
    await leaveStorage(db)
    return changeInMemory(key, change)
  }
}

const newQueueOf = (key: QueueKey): AnswerQueue => newQueue({ ...key, device: randomName() })

function changeInMemory(key: QueueKey, change: Change): AnswerQueue {
  const next = change(inMemory.get(key.attemptId) ?? newQueueOf(key))
  inMemory.set(key.attemptId, next)
  return next
}

async function changeStored(db: IDBPDatabase, key: QueueKey, change: Change): Promise<AnswerQueue> {
  // Strict: a browser that is killed a moment later has it too.
  const tx = db.transaction(STORE, 'readwrite', { durability: 'strict' })
  const changeIt = async () => {
    const found: AnswerQueue | undefined = await tx.store.get(key.attemptId)
    const next = change(found ?? newQueueOf(key))
    if (next !== found) await tx.store.put(next)
    return next
  }
  const [next] = await Promise.all([changeIt(), tx.done])
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
