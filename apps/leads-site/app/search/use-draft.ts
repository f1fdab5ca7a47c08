import { useState } from 'react'

export type Draft = {
  text: string
  type: (text: string) => void
  /** The text was accepted: from now on the value is shown. */
  drop: () => void
}

/**
 * The text of a box over a value from the address. What is typed stays until it is accepted or the value changes: a
 * chip or the back button resets the text, and the box itself stays, with the focus in it.
 */
export function useDraft(value: string): Draft {
  const [draft, setDraft] = useState<{ of: string; text: string }>()
  return {
    text: draft?.of === value ? draft.text : value,
    type: (text) => setDraft({ of: value, text }),
    drop: () => setDraft(undefined),
  }
}
