import type { SavedSearch } from '@freeor/leads/saved-searches/schema'
import { useFetcher } from 'react-router'
import { texts } from '../texts.ts'
import classes from './home.module.css'
import { SearchEntry } from './search-entry.tsx'

/** Searches that colleagues let the company see: open one, or make a copy of one's own. */
export function CompanySearches({
  searches,
  canSave,
}: {
  searches: readonly SavedSearch[]
  canSave: boolean
}) {
  const fetcher = useFetcher()
  const words = texts.home
  return (
    <ul className={classes.list}>
      {searches.map((search) => (
        <SearchEntry
          key={search.id}
          search={search}
          name={search.searchName}
          by={search.ownerName}
          actions={
            canSave
              ? [
                  {
                    label: words.duplicate,
                    about: words.duplicateLabel(search.searchName),
                    onClick: () => void fetcher.submit({ duplicate: search.id }, { method: 'post' }),
                  },
                ]
              : []
          }
        />
      ))}
    </ul>
  )
}
