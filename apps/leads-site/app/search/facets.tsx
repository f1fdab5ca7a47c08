import type { Query } from '@freeor/leads/query/ast'
import { type LeadStatus, leadStatuses } from '@freeor/leads/query/lead-statuses'
import type { Column, SearchAnswer } from '@freeor/leads/schema'
import { Bars } from '@freeor/ui/bars'
import { formatCount } from '@freeor/ui/format'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { noteTexts } from '../texts/notes.ts'
import { texts } from '../texts.ts'
import { chosenStatuses, valuesOf } from './edit-query.ts'
import classes from './panels.module.css'

export type FacetsProps = {
  facets: SearchAnswer['facets']
  columns: readonly Column[]
  query: Query
  /** Absent while the query cannot be read. */
  onToggle: ((column: string, value: string) => void) | undefined
  statuses: SearchAnswer['statuses']
  onStatus: ((status: LeadStatus) => void) | undefined
}

type OneFacetProps = {
  facet: SearchAnswer['facets'][number]
  label: string
  selected: ReadonlySet<string>
  onToggle: ((value: string) => void) | undefined
}

const shortList = 8

/** The values of one column: the first few, or on demand all that were counted. */
function OneFacet({ facet, label, selected, onToggle }: OneFacetProps) {
  const [isWhole, setWhole] = useState(false)
  const isChosen = (value: string) => selected.has(value.toLowerCase())
  const shown = facet.values.filter((bar, i) => isWhole || i < shortList || isChosen(bar.value))
  const hidden = facet.values.length - shown.length
  const uncounted = facet.distinct - facet.values.length
  const notes = [
    hidden === 0 && uncounted > 0 ? texts.search.more(formatCount(uncounted)) : '',
    facet.blank > 0 ? `${formatCount(facet.blank)} ${texts.search.blank}` : '',
  ]
  return (
    <div>
      <h2 className={classes.groupTitle}>{label}</h2>
      <Bars
        label={label}
        bars={shown.map((bar) => ({ ...bar, selected: isChosen(bar.value) }))}
        {...(onToggle ? { onToggle } : {})}
      />
      {hidden > 0 ? (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          aria-label={`${label}: ${texts.search.showMore(formatCount(hidden))}`}
          onClick={() => setWhole(true)}
        >
          {texts.search.showMore(formatCount(hidden))}
        </Button>
      ) : null}
      <p className={classes.note}>{notes.filter(Boolean).join(' · ')}</p>
    </div>
  )
}

/** The company's own statuses, as the values of a column; nothing while it has given none. */
function StatusFacet({ statuses, query, onStatus }: Pick<FacetsProps, 'statuses' | 'query' | 'onStatus'>) {
  const chosen = chosenStatuses(query)
  const absent = chosen.filter((status) => !statuses.some((one) => one.status === status))
  const all = [...statuses, ...absent.map((status) => ({ status, count: 0 }))]
  if (all.length === 0) return null
  const statusOf = (label: string) => leadStatuses.find((status) => noteTexts.statuses[status] === label)
  return (
    <div>
      <h2 className={classes.groupTitle}>{noteTexts.filter}</h2>
      <Bars
        label={noteTexts.filter}
        bars={all.map(({ status, count }) => ({
          value: noteTexts.statuses[status],
          count,
          selected: chosen.includes(status),
        }))}
        {...(onStatus
          ? {
              onToggle: (label: string) => {
                const status = statusOf(label)
                if (status) onStatus(status)
              },
            }
          : {})}
      />
    </div>
  )
}

/** Exact counts by value; a bar is a filter. */
export function Facets({ facets, columns, query, onToggle, ...status }: FacetsProps) {
  if (facets.length === 0 && status.statuses.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.search.noFacets}
      </Text>
    )
  }
  return (
    <div className={classes.facets}>
      <StatusFacet query={query} {...status} />
      {facets.map((facet) => (
        <OneFacet
          key={facet.column}
          facet={facet}
          label={columns.find((column) => column.key === facet.column)?.label ?? facet.column}
          selected={new Set(valuesOf(query, facet.column).map((value) => value.toLowerCase()))}
          onToggle={onToggle ? (value) => onToggle(facet.column, value) : undefined}
        />
      ))}
    </div>
  )
}
