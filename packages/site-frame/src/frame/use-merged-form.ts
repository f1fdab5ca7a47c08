import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { readTexts, writeTexts } from './form-texts.ts'
import { type FormTexts, mergeForm, settleForm } from './merge-form.ts'
import { useSentTexts } from './use-sent-texts.ts'

/** `version` is another one where the texts are; a text that says all of them where the server counts none. */
type Version = number | string | undefined
type Shown<V extends Version> = { readonly version: V; readonly texts: FormTexts }

export type Theirs = readonly { readonly name: string; readonly text: string }[]

export type MergedForm<V extends Version> = {
  /** What the form began with; a save names its version. */
  readonly base: Shown<V>
  /** Somebody else's save came into the form. */
  readonly isTaken: boolean
  /** What they wrote where both changed the same words. */
  readonly theirs: Theirs
}

type Saving<V extends Version> = {
  /** Of the save, among what else the form may be sent for. */
  readonly intent: string
  readonly saved: Shown<V>
  /** Sent, and the page not loaded again since. */
  readonly isSending: boolean
  /** What was sent last is saved. */
  readonly isDone: boolean
}

/**
 * Takes a newer version of what a form shows into the form while it is written in: what somebody else saved, and what
 * the form itself saved. Nothing that was typed is lost; of the same words mine stay, and theirs are shown.
 */
export function useMergedForm<V extends Version>(
  form: RefObject<HTMLFormElement | null>,
  { intent, saved, isSending, isDone }: Saving<V>,
): MergedForm<V> {
  const [base, setBase] = useState(saved)
  const [news, setNews] = useState<{ isTaken: boolean; theirs: Theirs }>({ isTaken: false, theirs: [] })
  // The newest, without being a reason to run again: each load of the page makes a new value.
  const latest = useRef(saved)
  latest.current = saved
  const { version } = saved
  /** What was sent and not settled: a save that was refused is sent again, and replaces it. */
  const sent = useSentTexts(form, () => Object.keys(saved.texts), intent)
  // Before it is drawn: whoever reads that it is saved may leave at once, without being asked about unsaved work.
  useLayoutEffect(() => {
    const { texts } = latest.current
    const own = isDone ? sent.current : undefined
    if (isSending || !form.current || (version === base.version && !own)) return
    sent.current = undefined
    const mine = readTexts(form.current, Object.keys(texts))
    const merged = own
      ? settleForm({ base: own, mine, theirs: texts })
      : mergeForm({ base: base.texts, mine, theirs: texts })
    const isWritten = writeTexts(form.current, merged.texts)
    const isNext = typeof version === 'number' && version === Number(base.version ?? 0) + 1
    const theirs = merged.conflicts.map((name) => ({ name, text: texts[name] ?? '' }))
    setNews({ isTaken: isWritten && !(own && (isNext || version === base.version)), theirs })
    setBase({ version, texts })
  }, [version, base, isSending, isDone, form, sent])
  return { base, ...news }
}
