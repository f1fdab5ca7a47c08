import { useState } from 'react'

export type Draft = {
  text: string
  type: (text: string) => void
  /** The text was taken: from now on the value is shown. */
  drop: () => void
}

/**
 * The text of a box over a value from the address. What is typed stays until it is taken or the value is another
 * one: a chip or the back button starts the box anew, and the box itself stays, with the focus in it.
 */
export function useDraft(value: string): Draft {
  const [draft, setDraft] = useState<{ of: string; text: string }>()
  return {
    text: draft?.of === value ? draft.text : value,
    type: (text) => setDraft({ of: value, text }),
    drop: () => setDraft(undefined),
  }
}
