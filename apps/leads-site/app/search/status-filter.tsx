import type { Query } from '@freeor/leads/query/ast'
import { type LeadStatus, leadStatuses } from '@freeor/leads/query/lead-statuses'
import { NativeSelect } from '@mantine/core'
import { noteTexts as words } from '../texts/notes.ts'
import { type StatusFilter as Chosen, readStatusFilter, withStatusFilter } from './edit-query.ts'
import classes from './panels.module.css'

const choices: { value: Chosen; label: string }[] = [
  { value: '', label: words.any },
  { value: 'with', label: words.with },
  { value: 'without', label: words.without },
  ...leadStatuses.map((value: LeadStatus) => ({ value, label: words.statuses[value] })),
]

/** Narrows the search to leads with a status of the company's own, or without any. */
export function StatusFilter({ query, onChange }: { query: Query; onChange: (query: Query) => void }) {
  return (
    <section aria-label={words.filters}>
      <h2 className={classes.groupTitle}>{words.filters}</h2>
      <NativeSelect
        label={words.filter}
        data={choices}
        value={readStatusFilter(query)}
        onChange={(event) => {
          const chosen = choices.find(({ value }) => value === event.currentTarget.value)
          if (chosen) onChange(withStatusFilter(query, chosen.value))
        }}
      />
    </section>
  )
}
