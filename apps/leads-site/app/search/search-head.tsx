import { parseQuery } from '@freeor/leads/query/parse-query'
import { printQuery } from '@freeor/leads/query/print-query'
import { useRef } from 'react'
import { QueryBar } from './query-bar.tsx'
import classes from './search.module.css'
import { SearchActions, type SearchActionsProps } from './search-actions.tsx'
import type { SearchModel } from './use-search-model.ts'

export type SearchHeadProps = Pick<SearchActionsProps, 'may' | 'isActedAs' | 'onSave' | 'onDownload'> & {
  model: SearchModel
}

/** The name of the dataset, the query as text, and the actions on it. */
export function SearchHead({ model, may, isActedAs, onSave, onDownload }: SearchHeadProps) {
  const { page, state, query, error, set } = model
  const { dictionary, answer } = page
  /** While the user types, each letter replaces the address of the last one, so that Back leaves the whole word. */
  const hasTyped = useRef(false)
  return (
    <div className={classes.top}>
      <h1 className={classes.title}>{dictionary.name}</h1>
      <QueryBar
        dictionary={dictionary}
        text={
          query === undefined ? [state.filter, state.dslFilter, state.q].join(' ').trim() : printQuery(query)
        }
        mistake={error}
        onQuery={(text, isTyping) => {
          set(parseQuery(text, dictionary.columns), hasTyped.current)
          hasTyped.current = isTyping
        }}
      />
      <SearchActions
        may={may}
        isActedAs={isActedAs}
        canSave={query !== undefined}
        canDownload={answer !== null && answer.count > 0}
        onSave={onSave}
        onDownload={onDownload}
      />
    </div>
  )
}
