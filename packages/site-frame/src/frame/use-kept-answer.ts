import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * The answer to the page's last form, for pages that load their data again by themselves: React Router drops
 * `actionData` then, and what the form's sender has to read would be gone at the next live event. It is kept until a
 * form is sent again or the page is left: each of them changes the key of the location.
 */
export function useKeptAnswer<Given>(answer: Given | undefined): Given | undefined {
  const { key } = useLocation()
  const [kept, setKept] = useState({ key, answer })
  if (answer !== undefined && (kept.answer !== answer || kept.key !== key)) setKept({ key, answer })
  return answer ?? (kept.key === key ? kept.answer : undefined)
}
