import { useEffect, useEffectEvent } from 'react'
import { useNavigation } from 'react-router'

const isSame = (one: FormData, other: FormData): boolean => {
  const [fields, others] = [[...one], [...other]]
  return (
    fields.length === others.length &&
    fields.every(([name, value], at) => others[at]?.[0] === name && others[at][1] === value)
  )
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** The second click of a double click: many people double-click whatever they press, and would add two lessons. */
function dropSecondClick(event: MouseEvent): void {
  const { target, detail } = event
  if (detail > 1 && target instanceof Element && target.closest('form [type=submit]')) stop(event)
}

/** Sends a form once for a double click, and not again with the same fields while it is under way. */
export function useOneSubmission(): void {
  const { formData } = useNavigation()
  const dropAgain = useEffectEvent((event: SubmitEvent) => {
    const form = event.target
    if (!(formData && form instanceof HTMLFormElement)) return
    if (isSame(formData, new FormData(form, event.submitter))) stop(event)
  })
  useEffect(() => {
    // Before React, which listens at the root of the page.
    document.addEventListener('click', dropSecondClick, { capture: true })
    document.addEventListener('submit', dropAgain, { capture: true })
    return () => {
      document.removeEventListener('click', dropSecondClick, { capture: true })
      document.removeEventListener('submit', dropAgain, { capture: true })
    }
  }, [])
}
