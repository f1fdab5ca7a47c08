import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { texts } from '../texts.ts'
import type { ColumnFilterProps } from './column-filter-props.ts'
import classes from './panels.module.css'
import { boundsOf, type End, readBound, showBound } from './range-bounds.ts'
import { useDraft } from './use-draft.ts'

type EndProps = {
  label: string
  placeholder: string
  value: string
  /** What is said of a text that cannot be read. */
  mistake: string
  onCommit: (text: string) => boolean
}

/** One end of a range; keeps a text that it could not read, marked, until it is corrected. */
function RangeEnd({ label, placeholder, value, mistake, onCommit }: EndProps) {
  const draft = useDraft(value)
  const [isBad, setBad] = useState(false)
  const commit = () => {
    const wanted = draft.text.trim()
    const isTaken = wanted === value || onCommit(wanted)
    setBad(!isTaken)
    if (isTaken) draft.drop()
  }
  return (
    <TextInput
      size="xs"
      aria-label={label}
      placeholder={placeholder}
      value={draft.text}
      error={isBad && draft.text !== value ? mistake : null}
      onChange={(event) => draft.type(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}

/** Numbers, money and dates: from and to, each optional. `1.5M`, `2019-05` and `>50` are fine. */
export function RangeFilter({ column, match, onChange }: ColumnFilterProps) {
  const bounds = boundsOf(match)
  const set = (end: End) => (text: string) => {
    const bound = text === '' ? undefined : readBound(text, end, column.kind)
    if (text !== '' && bound === undefined) return false
    const from = end === 'from' ? bound : bounds.from
    const to = end === 'to' ? bound : bounds.to
    onChange(from || to ? { op: 'range', ...(from && { from }), ...(to && { to }) } : null)
    return true
  }
  const mistake = column.kind === 'date' ? texts.search.dateBad : texts.search.numberBad
  return (
    <div className={classes.range}>
      <RangeEnd
        label={texts.search.from(column.label)}
        placeholder={texts.search.fromShort}
        value={showBound(bounds.from, 'from')}
        mistake={mistake}
        onCommit={set('from')}
      />
      <span aria-hidden="true">–</span>
      <RangeEnd
        label={texts.search.to(column.label)}
        placeholder={texts.search.toShort}
        value={showBound(bounds.to, 'to')}
        mistake={mistake}
        onCommit={set('to')}
      />
    </div>
  )
}
