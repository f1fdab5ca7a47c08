import { useHydrated } from '@freeor/ui/use-hydrated'
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Answer } from './answer.ts'
import { readTexts } from './form-texts.ts'
import { useUnsavedWork } from './unsaved-work.ts'
import { useSentTexts } from './use-sent-texts.ts'

export type Changes = {
  form: RefObject<HTMLFormElement | null>
  onInput: () => void
  /** Something differs from what is saved; without script every form may be sent. */
  isChanged: boolean
}

/**
 * Whether a form's fields differ from what is saved, by field name, which is asked about before the page is left. The
 * boxes of a form that shows nothing saved are emptied by its `answer`, when that says it was done and nothing was typed
 * since they were sent.
 * @param given.form where its owner needs it too
 * @param given.isAsked false where sending the form leads to another page: that is not told from leaving
 */
export function useChanges(
  saved: Readonly<Record<string, string>>,
  answer?: Answer,
  given: { form?: RefObject<HTMLFormElement | null>; isAsked?: boolean } = {},
): Changes {
  const own = useRef<HTMLFormElement>(null)
  const form = given.form ?? own
  const [differs, setDiffers] = useState(false)
  const hydrated = useHydrated()
  const savedKey = JSON.stringify(saved)
  const onInput = useCallback(() => {
    if (!form.current) return
    const fields = new FormData(form.current)
    const before = Object.entries(JSON.parse(savedKey) as Record<string, string>)
    setDiffers(before.some(([name, value]) => String(fields.get(name) ?? '') !== value))
  }, [savedKey, form])
  // What was typed before the script took over, and what a save has made the new state to compare with. Before it is
  // drawn, so that nobody who reads that it is saved is asked about unsaved work.
  useLayoutEffect(onInput, [onInput])
  // A form that is not there any more, such as where a plan has no room for another one, holds nothing.
  useLayoutEffect(() => {
    if (!form.current) setDiffers(false)
  })
  const sent = useSentTexts(form, () => Object.keys(saved))
  const emptiedBy = useRef<Answer>(undefined)
  useLayoutEffect(() => {
    if (!answer?.ok || answer === emptiedBy.current || !form.current) return
    emptiedBy.current = answer
    const texts = readTexts(form.current, Object.keys(sent.current ?? {}))
    const isTypedSince = Object.entries(texts).some(([name, text]) => text !== sent.current?.[name])
    if (!isTypedSince) form.current.reset()
    onInput()
  }, [answer, onInput, form, sent])
  useUnsavedWork(differs && given.isAsked !== false)
  return { form, onInput, isChanged: differs || !hydrated }
}
