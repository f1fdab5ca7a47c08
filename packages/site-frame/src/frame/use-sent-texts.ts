import { type RefObject, useEffect, useRef } from 'react'
import { readTexts } from './form-texts.ts'
import type { FormTexts } from './merge-form.ts'

/**
 * What the fields of a form said when it was sent last: until the answer comes, more may be typed.
 * @param names of the fields, asked for as it is sent
 * @param intent of the sending, among what else the form may be sent for; every one counts unless told
 */
export function useSentTexts(
  form: RefObject<HTMLFormElement | null>,
  names: () => readonly string[],
  intent?: string,
): RefObject<FormTexts | undefined> {
  const sent = useRef<FormTexts>(undefined)
  const ask = useRef(names)
  ask.current = names
  useEffect(() => {
    const element = form.current
    const keep = ({ submitter }: SubmitEvent) => {
      if (!element) return
      if (intent !== undefined && new FormData(element, submitter).get('intent') !== intent) return
      sent.current = readTexts(element, ask.current())
    }
    element?.addEventListener('submit', keep)
    return () => element?.removeEventListener('submit', keep)
  }, [form, intent])
  return sent
}
