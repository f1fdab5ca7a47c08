import type { DoNotCallRegistry } from '@freeor/leads/do-not-call/schema'
import type { Match, Query } from '@freeor/leads/query/ast'
import type { Column } from '@freeor/leads/schema'
import { Text } from '@mantine/core'
import { texts } from '../texts.ts'
import { ColumnFilter } from './column-filter.tsx'
import { matchOf, withMatch } from './edit-query.ts'
import classes from './panels.module.css'
import { RegistryFilter } from './registry-filter.tsx'
import { StatusFilter } from './status-filter.tsx'

export type FilterFormProps = {
  dictId: string
  columns: readonly Column[]
  /** Undefined while the text cannot be read. */
  query: Query | undefined
  /** The do-not-call registry, if there is one. */
  registry: DoNotCallRegistry | null
  onChange: (query: Query) => void
}

/** Places have their own panel; coordinates and ids are no filters a person would type. */
const hidden = new Set(['state', 'county', 'city', 'zip', 'lat', 'lon', 'id'])

/** One filter a column, grouped as the dictionary groups them. */
export function FilterForm({ dictId, columns, query, registry, onChange }: FilterFormProps) {
  if (query === undefined) return <Text size="sm">{texts.search.fixFirst}</Text>
  const shown = columns.filter((column) => !hidden.has(column.kind))
  const groups = [...new Set(shown.map((column) => column.group))]
  const set = (key: string) => (match: Match | null) => onChange(withMatch(query, key, match))
  return (
    <div className={classes.form}>
      {registry && columns.some(({ kind }) => kind === 'phone') ? (
        <RegistryFilter registry={registry} query={query} onChange={onChange} />
      ) : null}
      <StatusFilter query={query} onChange={onChange} />
      {groups.map((group) => (
        <section key={group} aria-label={group}>
          <h2 className={classes.groupTitle}>{group}</h2>
          {shown
            .filter((column) => column.group === group)
            .map((column) => (
              <ColumnFilter
                key={column.key}
                dictId={dictId}
                column={column}
                match={matchOf(query, column.key)}
                onChange={set(column.key)}
              />
            ))}
        </section>
      ))}
    </div>
  )
}
