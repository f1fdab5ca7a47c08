import type { Column, Dictionary, SearchAnswer } from '@freeor/leads/schema'
import { Text } from '@mantine/core'
import type { SearchProblem } from '../api/search.ts'
import { texts } from '../texts.ts'
import { leadAddress } from './lead-address.ts'
import { NothingFound } from './nothing-found.tsx'
import { ResultsTable } from './results-table.tsx'
import classes from './search.module.css'
import type { SearchState, SortKey } from './search-url.ts'
import { useLeadPages } from './use-lead-pages.ts'
import type { StatusChanges } from './use-status-changes.ts'

export type ResultsProps = {
  answer: SearchAnswer | null
  problem: SearchProblem | null
  dictionary: Dictionary
  columns: readonly Column[]
  state: SearchState
  statuses: StatusChanges
  onSort: (sort: SortKey[]) => void
  /** Removes the parts of these canonical texts from the query. */
  onDrop: (parts: readonly string[]) => void
}

function Nothing({ heading }: { heading: string }) {
  return (
    <div className={classes.nothing}>
      <Text fw={600}>{heading}</Text>
    </div>
  )
}

/** The rows of an answer, or why there are none. */
export function Results({ answer, problem, dictionary, onDrop, ...rest }: ResultsProps) {
  if (dictionary.version === 0) return <Nothing heading={texts.search.noData} />
  if (!answer) return problem ? <div className={classes.nothing} /> : null
  if (answer.count === 0)
    return (
      <NothingFound dictId={dictionary.dictId} state={rest.state} dropOne={answer.dropOne} onDrop={onDrop} />
    )
  return <Rows answer={answer} dictionary={dictionary} {...rest} />
}

type RowsProps = Omit<ResultsProps, 'answer' | 'problem' | 'onDrop'> & { answer: SearchAnswer }

function Rows({ answer, dictionary, columns, state, statuses, onSort }: RowsProps) {
  const pages = useLeadPages(answer, state, dictionary)
  return (
    <ResultsTable
      columns={columns}
      pages={pages}
      count={answer.count}
      sort={state.sort}
      statuses={statuses}
      onSort={onSort}
      addressOf={(leadId) => leadAddress(dictionary.dictId, leadId, state)}
    />
  )
}
