import { Alert } from '@mantine/core'
import type { SearchPage } from '../routes/search-screen.tsx'
import { texts } from '../texts.ts'

export type SearchNoticesProps = {
  page: SearchPage
  /** The query bar already shows what is wrong with the text. */
  hasMistake: boolean
}

/** What a person must know about this search before reading its numbers. */
export function SearchNotices({ page, hasMistake }: SearchNoticesProps) {
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
        <Alert
          color="orange"
          role="alert"
          mx="md"
          my="xs"
          title={problem.code === 'search_too_wide' ? texts.search.tooWide : texts.search.queryProblem}
        >
          {problem.message}
          {problem.expected.length > 0 ? ` ${texts.search.expected} ${problem.expected.join(', ')}` : ''}
        </Alert>
      ) : null}
    </>
  )
}
