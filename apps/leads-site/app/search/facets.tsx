import type { Query } from '@freeor/leads/query/ast'
import type { Column, SearchAnswer } from '@freeor/leads/schema'
import { Bars } from '@freeor/ui/bars'
import { formatCount } from '@freeor/ui/format'
import { Text } from '@mantine/core'
import { texts } from '../texts.ts'
import { valuesOf } from './edit-query.ts'
import classes from './search.module.css'

export type FacetsProps = {
  facets: SearchAnswer['facets']
  columns: readonly Column[]
  query: Query
  /** Absent while the query cannot be read. */
  onToggle: ((column: string, value: string) => void) | undefined
}

/** Exact counts by value; a bar is a filter. */
export function Facets({ facets, columns, query, onToggle }: FacetsProps) {
  if (facets.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.search.noFacets}
      </Text>
    )
  }
  return (
    <div className={classes.facets}>
      {facets.map((facet) => {
        const label = columns.find((column) => column.key === facet.column)?.label ?? facet.column
        const selected = new Set(valuesOf(query, facet.column).map((value) => value.toLowerCase()))
        const rest = facet.distinct - facet.values.length
        return (
          <section key={facet.column} aria-label={label}>
            <h2 className={classes.groupTitle}>{label}</h2>
            <Bars
              label={label}
              bars={facet.values.map((bar) => ({ ...bar, selected: selected.has(bar.value.toLowerCase()) }))}
              {...(onToggle ? { onToggle: (value: string) => onToggle(facet.column, value) } : {})}
            />
            <p className={classes.note}>
              {[
                rest > 0 ? texts.search.more(formatCount(rest)) : '',
                facet.blank > 0 ? `${formatCount(facet.blank)} ${texts.search.blank}` : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </section>
        )
      })}
    </div>
  )
}
