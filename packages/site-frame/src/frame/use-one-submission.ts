import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigation } from 'react-router'

/** As long as two clicks are a double click on most machines. */
const DOUBLE_CLICK_MS = 500

const isSame = (one: FormData, other: FormData): boolean => {
  const [fields, others] = [[...one], [...other]]
  return (
    fields.length === others.length &&
    fields.every(([name, value], at) => others[at]?.[0] === name && others[at][1] === value)
  )
}

/**
 * Sends a form once for a double click: many people double-click whatever they press, and would add two lessons. The
 * same form with the same fields is dropped while it is sent, and for half a second.
 */
export function useOneSubmission(): void {
  const { formData } = useNavigation()
  const last = useRef<{ form: HTMLFormElement; fields: FormData; at: number }>(undefined)
  const onSubmit = useEffectEvent((event: SubmitEvent) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    const fields = new FormData(form, event.submitter)
    const isAgain = last.current?.form === form && isSame(last.current.fields, fields)
    const isRecent = performance.now() - (last.current?.at ?? 0) < DOUBLE_CLICK_MS
    if (isAgain && (isRecent || (formData && isSame(formData, fields)))) {
      event.preventDefault()
      event.stopImmediatePropagation()
    } else last.current = { form, fields, at: performance.now() }
  })
  useEffect(() => {
    // Before React, which listens at the root of the page.
    document.addEventListener('submit', onSubmit, { capture: true })
    return () => document.removeEventListener('submit', onSubmit, { capture: true })
  }, [])
}
