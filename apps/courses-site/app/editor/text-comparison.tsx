import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef } from 'react'
import classes from './text-comparison.module.css'

type Side = { text: string; label: string }

export type TextComparisonProps = {
  old: Side
  /** As it is when the comparison opens. */
  now: Side
  onText?(text: string): void
  /** Where in the newer text somebody was typing when it opened. */
  caret?: number | undefined
}

/** How two texts differ: side by side, or below each other on a phone. */
export function TextComparison({ old, now, onText, caret }: TextComparisonProps) {
  const place = useRef<HTMLDivElement>(null)
  // Known at once: a comparison that is made twice would drop the keys between.
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const tell = useEffectEvent((text: string) => onText?.(text))
  const newest = useEffectEvent(() => now.text)
  const typedAt = useRef(caret)
  const isEditable = onText !== undefined

  useEffect(() => {
    let close: (() => void) | undefined
    let isClosed = false
    void import('./code-mirror.ts').then(({ compareTexts }) => {
      if (isClosed || !place.current) return
      close = compareTexts({
        ...{ parent: place.current, isNarrow, caret: typedAt.current },
        old: { text: old.text, label: old.label },
        now: { text: newest(), label: now.label },
        ...(isEditable && { onText: tell }),
      })
      typedAt.current = undefined
    })
    return () => {
      isClosed = true
      close?.()
    }
  }, [old.text, old.label, now.label, isNarrow, isEditable])

  return (
    <div className={classes.comparison}>
      <div className={classes.heads} aria-hidden="true">
        <span>{old.label}</span>
        <span>{now.label}</span>
      </div>
      <div ref={place} className={classes.texts} />
    </div>
  )
}
