import type { QuestionState } from '@freeor/courses/questions/drafts/question-state'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** What an author typed into a question and has not saved, as this browser keeps it. */
export type KeptDraft = Pick<QuestionState, 'base' | 'draft'> & {
  readonly userId: string
  readonly lessonId: string
  readonly questionId: string
}

type Key = Pick<KeptDraft, 'userId' | 'questionId'>

interface Drafts extends DBSchema {
  drafts: { key: [string, string]; value: KeptDraft }
}

/** As this page knows them: where the browser keeps nothing, as in some private windows, they live as long as the page. */
const known = new Map<string, KeptDraft | null>()
/** Those whose newest state is still to be stored. */
const waiting = new Map<string, Key>()
let opened: Promise<IDBPDatabase<Drafts> | undefined> | undefined
let isStoring = false

const nameOf = ({ userId, questionId }: Key): string => `${userId} ${questionId}`

function openStorage(): Promise<IDBPDatabase<Drafts> | undefined> {
  opened ??= openDB<Drafts>('freeor-questions', 1, {
    upgrade: (db) => void db.createObjectStore('drafts', { keyPath: ['userId', 'questionId'] }),
    terminated: () => {
      opened = undefined
    },
  }).catch(() => undefined)
  return opened
}

/** Stores the newest state of each, one after the other: a key that is typed meanwhile waits for the next round. */
async function store(): Promise<void> {
  const db = await openStorage()
  for (const [name, { userId, questionId }] of waiting) {
    waiting.delete(name)
    const draft = known.get(name)
    // Strict: a browser that is killed a moment later has it too.
    const tx = db?.transaction('drafts', 'readwrite', { durability: 'strict' })
    await Promise.all([draft ? tx?.store.put(draft) : tx?.store.delete([userId, questionId]), tx?.done])
  }
}

function storeSoon(): void {
  if (isStoring) return
  isStoring = true
  void store()
    .catch(() => waiting.clear())
    .finally(() => {
      isStoring = false
      if (waiting.size > 0) storeSoon()
    })
}

function change(key: Key, draft: KeptDraft | null): void {
  known.set(nameOf(key), draft)
  waiting.set(nameOf(key), { userId: key.userId, questionId: key.questionId })
  storeSoon()
}

export const keepDraft = (draft: KeptDraft): void => change(draft, draft)

/** @returns what was kept, for whoever may have to keep it again */
export function forgetDraft(key: Key): KeptDraft | undefined {
  const kept = known.get(nameOf(key))
  // Most questions are only read: nothing is written for those.
  if (kept) change(key, null)
  return kept ?? undefined
}

/** The drafts of a lesson that this user has in this browser. */
export async function listDrafts(of: Pick<KeptDraft, 'userId' | 'lessonId'>): Promise<KeptDraft[]> {
  const db = await openStorage()
  const stored = (await db?.getAll('drafts').catch(() => [])) ?? []
  for (const draft of stored) if (!known.has(nameOf(draft))) known.set(nameOf(draft), draft)
  return [...known.values()].filter(
    (draft): draft is KeptDraft => draft?.lessonId === of.lessonId && draft.userId === of.userId,
  )
}
