import { topLevel } from '@freeor/leads/query/ast'
import { printNode } from '@freeor/leads/query/print-query'
import { SegmentedControl } from '@mantine/core'
import { texts } from '../texts.ts'
import { Chips, type ChipsProps } from './chips.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { withSince } from './edit-query.ts'
import { LiveCount } from './live-count.tsx'
import classes from './search.module.css'
import type { SearchModel } from './use-search-model.ts'
import { VersionMenu } from './version-menu.tsx'

/** The parts of the query, each with what it costs. */
function partsOf({ page: { answer }, query }: SearchModel): ChipsProps['parts'] {
  const gives = new Map(answer?.dropOne.map((part) => [part.text, part.count - answer.count]))
  return topLevel(query ?? null).map((node) => ({
    text: printNode(node, true),
    // A group is in parentheses where it is one of several parts.
    gives: gives.get(printNode(node, true)) ?? gives.get(printNode(node)),
  }))
}

/** The live count, the parts of the search, and which version and columns are shown. */
export function SearchStatus({ model }: { model: SearchModel }) {
  const { page, state, isPending, query, columns, columnState, change, set } = model
  const { dictionary, answer } = page
  return (
    <div className={classes.status}>
      <LiveCount count={answer?.count} asOf={state.asOf} isPending={isPending} />
      <Chips parts={partsOf(model)} onDrop={model.drop} onClear={model.clear} />
      <div className={classes.columnMenu}>
        <SegmentedControl
          size="xs"
          aria-label={texts.plots.show}
          value={state.show ?? 'leads'}
          onChange={(value) => change({ show: value === 'charts' ? 'charts' : null }, { replace: true })}
          data={[
            { value: 'leads', label: texts.plots.leads },
            { value: 'charts', label: texts.plots.charts },
          ]}
        />
        <VersionMenu
          dictionary={dictionary}
          asOf={state.asOf}
          onVersion={(asOf) => change({ asOf })}
          onSince={query === undefined ? undefined : (version) => set(withSince(query, version))}
        />
        <ColumnMenu
          columns={dictionary.columns}
          chosen={columns.map((column) => column.key)}
          onChange={columnState.choose}
          state={columnState}
        />
      </div>
    </div>
  )
}
