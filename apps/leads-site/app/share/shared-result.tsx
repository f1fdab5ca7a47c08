import type { LeadRow } from '@freeor/leads/schema'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Alert, Title } from '@mantine/core'
import type { SharedSearch } from '../api/shares.ts'
import { SampleRows } from '../components/sample-rows.tsx'
import { texts } from '../texts.ts'
import classes from './share.module.css'

const words = texts.shared

function Query({ search }: { search: SharedSearch }) {
  return (
    <dl className={classes.texts}>
      <dt>{words.geography}</dt>
      <dd>{search.dslFilter ? <code>{search.dslFilter}</code> : words.noFilter}</dd>
      <dt>{words.filters}</dt>
      <dd>{search.filter ? <code>{search.filter}</code> : words.noFilter}</dd>
    </dl>
  )
}

/** What a shared search finds: its count, its filters and its first leads, their contacts covered. */
export function SharedResult({ search }: { search: SharedSearch }) {
  const { count, importedAt, name, problem, missingColumns } = search
  return (
    <>
      {count === null ? null : (
        <p className={classes.count}>
          {words.count(formatCount(count), name)}
          {importedAt === null ? '' : `, ${words.asOf(formatDate(importedAt))}`}
        </p>
      )}
      {problem === null ? null : (
        <Alert role="alert" color="orange">
          {words.problems[problem](missingColumns.join(', '))}
        </Alert>
      )}
      <Query search={search} />
      {search.rows.length === 0 ? null : (
        <section aria-labelledby="first-leads">
          <Title order={2} size="h3" id="first-leads" mb="sm">
            {words.rows}
          </Title>
          <SampleRows columns={search.columns} rows={search.rows as LeadRow[]} />
          <p className={classes.covered}>{words.covered}</p>
        </section>
      )}
    </>
  )
}
