import { unwrap } from '@freeor/api-client/client'
import {
  beginSave,
  type Draft,
  editDraft,
  isSaved,
  isWaiting,
  type KnownVersion,
  learnVersion,
  resolveConflict,
} from '@freeor/courses/authoring/lessons/saving-queue'
import type { LessonContent } from '@freeor/courses/authoring/lessons/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { releaseDraft } from './claim-draft.ts'
import { forgetDraft, keepDraft } from './draft-storage.ts'
import { type SaveOutcome, sendSave } from './save-draft.ts'

/** Saved so long after the last change. */
const AUTOSAVE_MS = 2_000
const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 30_000

/** Fields as they shall be; what takes long to come, as an upload, changes what there is by then. */
export type ContentChanges = Partial<LessonContent> | ((now: LessonContent) => Partial<LessonContent>)

/** A field that shows the text and has its own state, which is told at once what others wrote. */
export type TextHolder = {
  setText(text: string): void
  /** Not while somebody composes a character: it would be cut. */
  whenIdle(): Promise<void>
  /** Where somebody types; undefined while nobody does. */
  caret(): number | undefined
}

type Screen = {
  show(draft: Draft): void
  tell(outcome: SaveOutcome | undefined): void
  /** Whether the browser has stored what is not saved. */
  tellStored(isStored: boolean): void
}

/** The newest draft, what stores it and what sends it. State of React is a copy: it would be late by a render. */
export class DraftEngine {
  #draft: Draft | undefined
  #holder: TextHolder | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #pause = FIRST_RETRY_MS
  #sending: Promise<boolean> | undefined
  #keeping: Promise<void> = Promise.resolve()
  #isKept = true
  #isStopped = false
  readonly #screen: Screen

  constructor(screen: Screen) {
    this.#screen = screen
  }

  start(draft: Draft): void {
    if (this.#isStopped) {
      releaseDraft(draft.device)
      return
    }
    this.#draft = draft
    // After the effect that opened it: a render may be under way.
    queueMicrotask(() => this.#isStopped || this.#screen.show(draft))
    window.addEventListener('online', this.#onReturn)
    document.addEventListener('visibilitychange', this.#onVisible)
    if (isWaiting(draft)) this.#sendIn(0)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    window.removeEventListener('online', this.#onReturn)
    document.removeEventListener('visibilitychange', this.#onVisible)
    if (this.#draft) releaseDraft(this.#draft.device)
  }

  readonly #onReturn = () => {
    this.#pause = FIRST_RETRY_MS
    void this.flush().then(async () => await this.#look())
  }

  /** Saved when the page is left; what others saved is taken in when it is looked at again. */
  readonly #onVisible = () => {
    if (document.visibilityState === 'hidden') void this.flush()
    else this.#onReturn()
  }

  attach(holder: TextHolder): () => void {
    this.#holder = holder
    return () => {
      if (this.#holder === holder) this.#holder = undefined
    }
  }

  caret(): number | undefined {
    return this.#holder?.caret()
  }

  edit(changes: ContentChanges): void {
    if (!this.#draft) return
    const { content } = this.#draft
    this.#set(editDraft(this.#draft, typeof changes === 'function' ? changes(content) : changes))
    this.#sendIn(AUTOSAVE_MS)
  }

  resolve(chosen: Partial<LessonContent>): void {
    if (!this.#draft) return
    this.#set(resolveConflict(this.#draft, chosen))
    this.#sendIn(0)
  }

  /**
   * Takes in what the page has read, whenever that was. Where it is older than the draft, either a save was answered
   * meanwhile or an older backup was put back: the lesson is read again to tell.
   */
  async learn(version: KnownVersion): Promise<void> {
    if (this.#draft && version.version < this.#draft.base.version) await this.#look()
    else await this.#takeIn((now) => learnVersion(now, version, 0))
  }

  async flush(): Promise<boolean> {
    clearTimeout(this.#timer)
    while (this.#draft && isWaiting(this.#draft)) if (!(await this.#send())) break
    return this.#draft !== undefined && isSaved(this.#draft)
  }

  /** Shows and stores a draft. Texts that stand in a field of their own are told at once. */
  #set(next: Draft): void {
    const before = this.#draft?.content.transcript
    this.#draft = next
    if (next.content.transcript !== before) this.#holder?.setText(next.content.transcript)
    this.#keep()
    if (!this.#isStopped) this.#screen.show(next)
  }

  /** The newest draft is stored, one after the other; a draft that the server has whole need not be. */
  #keep(): void {
    if (!this.#isKept) return
    this.#isKept = false
    this.#keeping = this.#keeping.then(async () => {
      this.#isKept = true
      const draft = this.#draft
      if (!draft) return
      if (isSaved(draft)) await forgetDraft(draft)
      else this.#screen.tellStored(await keepDraft(draft))
    })
  }

  /** What the server said changes the draft as it is then, never while a character is composed. */
  async #takeIn(work: (now: Draft) => Draft): Promise<void> {
    await this.#holder?.whenIdle()
    if (!this.#draft) return
    const next = work(this.#draft)
    if (next !== this.#draft) this.#set(next)
  }

  #sendIn(pause: number): void {
    clearTimeout(this.#timer)
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#send(), pause)
  }

  /** @returns whether the server has answered */
  #send(): Promise<boolean> {
    this.#sending ??= this.#sendOnce().finally(() => {
      this.#sending = undefined
    })
    return this.#sending
  }

  async #sendOnce(): Promise<boolean> {
    if (!this.#draft || !isWaiting(this.#draft)) return true
    this.#set(beginSave(this.#draft))
    await this.#keeping
    const answer = await sendSave(browserApi(), this.#draft)
    if (typeof answer === 'string') {
      this.#screen.tell(answer)
      this.#sendIn(this.#pause)
      this.#pause = Math.min(LONGEST_RETRY_MS, this.#pause * 2)
      return false
    }
    this.#pause = FIRST_RETRY_MS
    this.#screen.tell(undefined)
    await this.#takeIn(answer)
    if (this.#draft && isWaiting(this.#draft)) this.#sendIn(AUTOSAVE_MS)
    return true
  }

  /** Reads what others saved. */
  async #look(): Promise<void> {
    if (!this.#draft || this.#isStopped) return
    const { lessonId, base } = this.#draft
    const read = await browserApi()
      .GET('/api/lessons/{lessonId}/source', { params: { path: { lessonId } } })
      .then(unwrap)
      .catch(() => undefined)
    if (read) await this.#takeIn((now) => learnVersion(now, read, base.version))
  }
}
