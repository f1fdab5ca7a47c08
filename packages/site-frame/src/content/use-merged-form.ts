import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { readTexts, writeTexts } from './form-texts.ts'
import { type FormTexts, mergeForm } from './merge-form.ts'

type Shown = { readonly version: number | undefined; readonly texts: FormTexts }

export type Theirs = readonly { readonly name: string; readonly text: string }[]

export type MergedDocumentForm = {
  /** What the form began with; a save names its version. */
  readonly base: Shown
  /** Somebody else's save came into the form. */
  readonly isTaken: boolean
  /** What they wrote where both changed the same words. */
  readonly theirs: Theirs
}

/**
 * Takes a newer version of the document into the form while it is written in: what somebody else saved, and what the
 * form itself saved. Nothing that was typed is lost; of the same words mine stay, and theirs are shown.
 */
export function useMergedForm(
  form: RefObject<HTMLFormElement | null>,
  { saved, isSending }: { readonly saved: Shown; readonly isSending: boolean },
): MergedDocumentForm {
  const [base, setBase] = useState(saved)
  const [news, setNews] = useState<{ isTaken: boolean; theirs: Theirs }>({ isTaken: false, theirs: [] })
  // The newest, without being a reason to run again: each load of the page makes a new value.
  const latest = useRef(saved)
  latest.current = saved
  const { version } = saved
  // Before it is drawn: whoever reads that it is saved may leave at once, without being asked about unsaved work.
  useLayoutEffect(() => {
    const { texts } = latest.current
    if (isSending || version === base.version || !form.current) return
    const mine = readTexts(form.current, Object.keys(texts))
    const merged = mergeForm({ base: base.texts, mine, theirs: texts })
    const isTaken = writeTexts(form.current, merged.texts)
    const theirs = merged.conflicts.map((name) => ({ name, text: texts[name] ?? '' }))
    setNews({ isTaken, theirs })
    setBase({ version, texts })
  }, [version, base, isSending, form])
  return { base, ...news }
}
