import type { SavedSearch } from '@freeor/leads/saved-searches/schema'
import { ConfirmButton } from '@freeor/site-frame/frame/confirm-button'
import { Pane } from '@freeor/site-frame/frame/pane'
import { formatCount, formatTime } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { addressOf } from '../search/saved-address.ts'
import { texts } from '../texts.ts'

/** What the form of a row requests. */
export const deleteSearchIntent = 'delete-search'

/** The saved searches of a person, each to open and to delete. */
export function UserSearches({ searches }: { searches: readonly SavedSearch[] }) {
  const words = texts.home
  return (
    <Pane title={words.saved} wide>
      <Table
        label={words.saved}
        columns={[texts.saved.name, words.query, words.leads, words.savedAt, words.delete]}
        empty={words.noneSaved}
        rows={searches.map((search) => ({
          key: search.id,
          cells: [
            <Anchor key="open" component={Link} to={addressOf(search)}>
              {search.searchName}
            </Anchor>,
            <code key="query">
              {[search.queryUrl.filter, search.queryUrl.dslFilter].filter(Boolean).join(' ')}
            </code>,
            formatCount(search.count),
            formatTime(search.timestamp),
            <ConfirmButton
              key="delete"
              label={words.delete}
              accessibleLabel={words.deleteLabel(search.searchName)}
              title={search.searchName}
              text={words.deleteAsk}
              confirm={words.delete}
              cancel={words.keep}
              fields={{ intent: deleteSearchIntent, searchId: search.id, searchName: search.searchName }}
            />,
          ],
        }))}
      />
    </Pane>
  )
}
