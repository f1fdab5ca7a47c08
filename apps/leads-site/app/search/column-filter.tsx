import { toBoolean } from '@freeor/leads/query/quantity'
import { browserApi } from '@freeor/site-frame/frame/api'
import { formatCount } from '@freeor/ui/format'
import { Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { useCallback } from 'react'
import { suggestValues } from '../api/search.ts'
import { texts } from '../texts.ts'
import type { ColumnFilterProps } from './column-filter-props.ts'
import classes from './panels.module.css'
import { RangeFilter } from './range-filter.tsx'
import { type Option, SuggestInput } from './suggest-input.tsx'
import { useDraft } from './use-draft.ts'
import type { Load } from './use-suggestions.ts'
import { ValuePills } from './value-pills.tsx'

/** The filter a column's kind asks for. */
export function ColumnFilter(props: ColumnFilterProps) {
  return (
    <fieldset className={classes.filter}>
      <legend>{props.column.label}</legend>
      <FilterOfKind {...props} />
    </fieldset>
  )
}

function FilterOfKind(props: ColumnFilterProps) {
  const { column } = props
  if (column.contact) return <PresenceFilter {...props} />
  switch (column.kind) {
    case 'number':
    case 'money':
    case 'date':
      return <RangeFilter {...props} />
    case 'boolean':
      return <BooleanFilter {...props} />
    case 'email':
    case 'phone':
    case 'url':
      return <PresenceFilter {...props} />
    default:
      return column.suggest || column.kind === 'category' ? (
        <ValuesFilter {...props} />
      ) : (
        <ContainsFilter {...props} />
      )
  }
}

function PresenceFilter({ column, match, onChange }: ColumnFilterProps) {
  return (
    <Checkbox
      size="xs"
      label={texts.search.present}
      aria-label={`${column.label}: ${texts.search.present}`}
      checked={match?.op === 'present'}
      onChange={(event) => onChange(event.currentTarget.checked ? { op: 'present' } : null)}
    />
  )
}

function BooleanFilter({ column, match, onChange }: ColumnFilterProps) {
  const [asked] = match?.op === 'any' ? match.values : []
  const truth = asked === undefined ? undefined : toBoolean(asked)
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={column.label}
      value={truth === undefined ? 'any' : truth ? 'yes' : 'no'}
      data={[
        { value: 'any', label: texts.search.any },
        { value: 'yes', label: texts.search.yes },
        { value: 'no', label: texts.search.no },
      ]}
      onChange={(value) => onChange(value === 'any' ? null : { op: 'any', values: [value] })}
    />
  )
}

function ContainsFilter({ column, match, onChange }: ColumnFilterProps) {
  const text = match?.op === 'contains' ? match.text : ''
  const draft = useDraft(text)
  const commit = () => {
    const wanted = draft.text.trim()
    if (wanted !== text) onChange(wanted === '' ? null : { op: 'contains', text: wanted })
    draft.drop()
  }
  return (
    <TextInput
      size="xs"
      aria-label={texts.search.containsLabel(column.label)}
      placeholder={texts.search.contains}
      value={draft.text}
      onChange={(event) => draft.type(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}

function ValuesFilter({ dictId, column, match, onChange }: ColumnFilterProps) {
  const values = match?.op === 'any' ? match.values : []
  const { key } = column
  const load = useCallback<Load<Option>>(
    async (q, signal) => {
      const found = await suggestValues(browserApi(), { dictId, column: key, q, signal })
      return found.map(({ value, count }) => ({ value, label: value, note: formatCount(count) }))
    },
    [dictId, key],
  )
  const add = (value: string) => {
    if (!values.includes(value)) onChange({ op: 'any', values: [...values, value] })
  }
  const remove = (value: string) => {
    const left = values.filter((each) => each !== value)
    onChange(left.length === 0 ? null : { op: 'any', values: left })
  }
  return (
    <>
      <ValuePills label={column.label} values={values} onRemove={remove} />
      <SuggestInput
        label={texts.search.addValueLabel(column.label)}
        placeholder={texts.search.addValue}
        load={load}
        onPick={add}
        onText={add}
      />
    </>
  )
}
