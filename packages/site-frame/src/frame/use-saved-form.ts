import { useRef } from 'react'
import { useNavigation } from 'react-router'
import type { Answer } from './answer.ts'
import type { FormTexts } from './merge-form.ts'
import { type Changes, useChanges } from './use-changes.ts'
import { type Theirs, useMergedForm } from './use-merged-form.ts'

export type SavedForm = Changes & {
  /** What the form began with. */
  readonly base: FormTexts
  /** What somebody else saved where both changed the same. */
  readonly theirs: Theirs
}

/**
 * A form that shows what is saved, and stays while that changes: by its own save, by another form of the page, or by
 * somebody else. What is being typed stays in it.
 * @param intent of the form among those of its page
 * @param answer the page's last answer
 */
export function useSavedForm(texts: FormTexts, intent: string, answer: Answer | undefined): SavedForm {
  const form = useRef<HTMLFormElement>(null)
  const isSending = useNavigation().formData?.get('intent') === intent
  const isDone = answer?.intent === intent && answer.ok
  const saved = { version: JSON.stringify(texts), texts }
  const { base, theirs } = useMergedForm(form, { intent, saved, isSending, isDone })
  return { ...useChanges(base.texts, undefined, { form }), base: base.texts, theirs }
}
