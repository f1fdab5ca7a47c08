import { Alert, Button } from '@mantine/core'
import { texts } from '../texts.ts'
import type { SearchPage } from './search-page.ts'

export type SearchNoticesProps = {
  page: SearchPage
  /** The query bar already shows what is wrong with the text. */
  hasMistake: boolean
  onRetry: () => void
}

function titleOf(code: string): string {
  if (code === 'search_too_wide') return texts.search.tooWide
  return passing.has(code) ? texts.search.busy : texts.search.queryProblem
}

/** Problems that pass by themselves: a retry solves them. */
const passing = new Set(['rate_limited', 'unavailable'])

/** What a person must know about this search before reading its numbers. */
export function SearchNotices({ page, hasMistake, onRetry }: SearchNoticesProps) {
  const { opened, problem } = page
  const missing = opened?.missingColumns ?? []
  const isText = problem?.code === 'invalid_query' || problem?.code === 'invalid_request'
  return (
    <>
      {missing.length > 0 ? (
        <Alert
          color="orange"
          role="alert"
          mx="md"
          my="xs"
          title={texts.search.openedFrom(opened?.searchName ?? '')}
        >
          {texts.search.missing(missing.join(', '))}
        </Alert>
      ) : null}
      {problem && !(isText && hasMistake) ? (
        <Alert color="orange" role="alert" mx="md" my="xs" title={titleOf(problem.code)}>
          {problem.message}
          {problem.expected.length > 0 ? ` ${texts.search.expected} ${problem.expected.join(', ')}` : ''}
          {passing.has(problem.code) ? (
            <Button variant="default" size="compact-sm" ml="sm" onClick={onRetry}>
              {texts.search.retry}
            </Button>
          ) : null}
        </Alert>
      ) : null}
    </>
  )
}
