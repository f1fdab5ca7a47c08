import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react'

export type TypedText = {
  value: string
  ref: RefObject<HTMLInputElement | null>
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/**
 * The text of a box, with what was typed before the script took over: hydration leaves it in the box but fires no
 * event.
 */
export function useTypedText(initial = ''): TypedText {
  const [value, setValue] = useState(initial)
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) setValue(ref.current.value)
  }, [])
  return { value, ref, onChange: (event) => setValue(event.currentTarget.value) }
}
