import type { Bound } from '@freeor/leads/query/ast'
import { plainBound } from '@freeor/leads/query/quantity'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { texts } from '../texts.ts'
import type { ColumnFilterProps } from './column-filter-props.ts'
import classes from './panels.module.css'
import { useDraft } from './use-draft.ts'

type EndProps = { label: string; placeholder: string; value: string; onCommit: (text: string) => boolean }

/** One end of a range; keeps a text that it could not read, marked, until it is corrected. */
function RangeEnd({ label, placeholder, value, onCommit }: EndProps) {
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
      error={isBad && draft.text !== value}
      onChange={(event) => draft.type(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}

/** Numbers, money and dates: from and to, each optional. `1.5M` and `2019-05` are fine. */
export function RangeFilter({ column, match, onChange }: ColumnFilterProps) {
  const range = match?.op === 'range' ? match : undefined
  const only = match?.op === 'any' && match.values.length === 1 ? match.values[0] : undefined
  const set = (end: 'from' | 'to') => (text: string) => {
    const value = text === '' ? '' : plainBound(text)
    if (value === undefined) return false
    const bound: Bound | undefined = value === '' ? undefined : { value, inclusive: true }
    const from = end === 'from' ? bound : range?.from
    const to = end === 'to' ? bound : range?.to
    onChange(from || to ? { op: 'range', ...(from ? { from } : {}), ...(to ? { to } : {}) } : null)
    return true
  }
  return (
    <div className={classes.range}>
      <RangeEnd
        label={texts.search.from(column.label)}
        placeholder={texts.search.fromShort}
        value={range?.from?.value ?? only ?? ''}
        onCommit={set('from')}
      />
      <span aria-hidden="true">–</span>
      <RangeEnd
        label={texts.search.to(column.label)}
        placeholder={texts.search.toShort}
        value={range?.to?.value ?? only ?? ''}
        onCommit={set('to')}
      />
    </div>
  )
}
