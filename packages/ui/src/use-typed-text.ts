import { type ChangeEvent, useState } from 'react'

export type TypedText = {
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** The text of a box, for what is said of it while it is typed. */
export function useTypedText(initial = ''): TypedText {
  const [value, setValue] = useState(initial)
  return { value, onChange: (event) => setValue(event.currentTarget.value) }
}
