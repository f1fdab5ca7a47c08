import type { Draft, KnownVersion } from '@freeor/courses/authoring/lessons/saving-queue'
import type { LessonContent, LessonSource } from '@freeor/courses/authoring/lessons/schema'
import { keepCaret } from '@freeor/site-frame/frame/keep-caret'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ContentChanges, DraftEngine, type TextHolder } from './draft-engine.ts'
import { openDraft } from './open-draft.ts'
import type { SaveOutcome } from './save-draft.ts'

export type DraftEditing = {
  /** Undefined until this browser's storage is open: nothing can be typed before. */
  readonly draft: Draft | undefined
  /** Whether words of an earlier visit were found in this browser. */
  readonly isFound: boolean
  readonly outcome: SaveOutcome | undefined
  /** Whether this browser keeps what is not saved. */
  readonly isStored: boolean
  edit(changes: ContentChanges): void
  resolve(chosen: Partial<LessonContent>): void
  /** Takes in what the server has. */
  learn(version: KnownVersion): Promise<void>
  /** Saves now. Fulfils with whether the server has every word. */
  flush(): Promise<boolean>
  attach(holder: TextHolder): () => void
  /** Where in the transcript somebody types; undefined while nobody does. */
  findCaret(): number | undefined
}

/** What an author writes of a lesson: in this browser first, then on the server. */
export function useDraft(source: LessonSource, userId: string): DraftEditing {
  const [draft, setDraft] = useState<Draft>()
  const [isFound, setFound] = useState(false)
  const [outcome, setOutcome] = useState<SaveOutcome>()
  const [isStored, setStored] = useState(true)
  const engine = useRef<DraftEngine>(undefined)
  /** As it was when the page was opened; what comes later is learned. */
  const [first] = useState(source)
  const lessonId = first._docId

  useEffect(() => {
    const started = new DraftEngine({
      show: (next) => keepCaret(() => flushSync(() => setDraft(next))),
      tell: setOutcome,
      tellStored: setStored,
    })
    engine.current = started
    void openDraft({ lessonId, userId }, first).then((opened) => {
      started.start(opened.draft)
      void started.learn(first)
      setFound(opened.isFound)
    })
    return () => started.stop()
  }, [lessonId, userId, first])

  const actions = useMemo(
    () => ({
      edit: (changes: ContentChanges) => engine.current?.edit(changes),
      resolve: (chosen: Partial<LessonContent>) => engine.current?.resolve(chosen),
      learn: async (version: KnownVersion) => await engine.current?.learn(version),
      flush: async () => (await engine.current?.flush()) ?? false,
      attach: (holder: TextHolder) => engine.current?.attach(holder) ?? (() => undefined),
      findCaret: () => engine.current?.caret(),
    }),
    [],
  )
  return { draft, isFound, outcome, isStored, ...actions }
}
