import type { PlotsRequest } from '@freeor/leads/plots/schema'
import type { Node } from '@freeor/leads/query/ast'
import { printNode } from '@freeor/leads/query/print-query'
import { formatCount } from '@freeor/ui/format'
import { Alert, Button, Switch, Title } from '@mantine/core'
import { useState } from 'react'
import { hasPart, narrowedBy } from '../search/edit-query.ts'
import { queryOf } from '../search/search-url.ts'
import type { SearchModel } from '../search/use-search-model.ts'
import { texts } from '../texts.ts'
import { PlotFigure } from './plot-figure.tsx'
import classes from './plots.module.css'
import { usePlots } from './use-plots.ts'

const words = texts.plots

type Choice = Pick<PlotsRequest, 'size' | 'category' | 'year'>

/** The leads of the search as charts, by state, size, category and year. A bar narrows the search. */
export function PlotsPanel({ model }: { model: SearchModel }) {
  const { page, state, query, set, drop } = model
  const { dictId, columns } = page.dictionary
  const [choice, setChoice] = useState<Choice>({})
  const [asTable, setAsTable] = useState(false)
  const { answer, isPending, failure, retry } = usePlots(dictId, { ...queryOf(state), ...choice })
  const toggle = (clause: Node) => {
    if (hasPart(query ?? null, clause)) drop(printNode(clause, true))
    else set(narrowedBy(query ?? null, clause))
  }
  if (failure !== undefined)
    return (
      <Alert color="orange" role="alert" m="md" title={words.failed}>
        {failure}{' '}
        <Button variant="default" size="compact-sm" onClick={retry}>
          {words.retry}
        </Button>
      </Alert>
    )
  if (!answer)
    return (
      <p role="status" className={classes.wait} data-pending>
        {words.counting}
      </p>
    )
  return (
    <section className={classes.panel} aria-labelledby="charts-title" data-pending={isPending || undefined}>
      <header className={classes.head}>
        <Title order={2} size="h4" id="charts-title">
          {words.title(formatCount(answer.count))}
        </Title>
        <Switch
          label={words.asTables}
          checked={asTable}
          onChange={(event) => setAsTable(event.currentTarget.checked)}
        />
        <p className={classes.lead}>{words.lead}</p>
      </header>
      <div className={classes.plots}>
        {answer.plots.map((plot) => (
          <PlotFigure
            key={plot.kind}
            {...{ plot, columns, asTable, query: query ?? null, count: answer.count }}
            onToggle={query === undefined ? undefined : toggle}
            onChoose={(column) => setChoice((before) => ({ ...before, [plot.kind]: column }))}
          />
        ))}
      </div>
    </section>
  )
}
