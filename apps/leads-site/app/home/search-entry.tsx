import type { SavedSearch } from '@freeor/leads/saved-searches/schema'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Badge, Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Rhythm } from '../api/alerts.ts'
import { addressOf } from '../search/saved-address.ts'
import { texts } from '../texts.ts'
import classes from './home.module.css'

const words = texts.home

export type EntryAction = { label: string; about: string; onClick: () => void }

export type SearchEntryProps = {
  search: SavedSearch
  name: string
  /** How often the person is mailed what is new in it. */
  rhythm?: Rhythm | undefined
  /** Of a colleague's search: whose it is. */
  by?: string
  actions: readonly EntryAction[]
}

function noteOf({ count, timestamp, missingColumns }: SavedSearch, by: string | undefined): string {
  return [
    ...(by ? [words.byOwner(by)] : []),
    words.atSaving(formatCount(count)),
    words.savedOn(formatDate(timestamp)),
    ...(missingColumns.length > 0 ? [words.missing(missingColumns.join(', '))] : []),
  ].join(' · ')
}

/** A saved search in a list: what it is, and what can be done with it. */
export function SearchEntry({ search, name, rhythm, by, actions }: SearchEntryProps) {
  const { notes, tags, visibleToCompany, queryUrl } = search
  const marks = [
    ...(visibleToCompany && !by ? [words.visibleMark] : []),
    ...(rhythm ? [texts.alerts.marks[rhythm]] : []),
  ]
  return (
    <li>
      <div className={classes.body}>
        <Link to={addressOf(search)}>{name}</Link>
        {tags.length + marks.length > 0 ? (
          <span className={classes.tags}>
            {marks.map((mark) => (
              <Badge key={mark} variant="outline" color="gray" tt="none">
                {mark}
              </Badge>
            ))}
            {tags.map((tag) => (
              <Badge key={tag} variant="light" color="gray" tt="none">
                {tag}
              </Badge>
            ))}
          </span>
        ) : null}
        {notes ? <span className={classes.notes}>{notes}</span> : null}
        <code className={classes.query}>
          {[queryUrl.filter, queryUrl.dslFilter].filter(Boolean).join(' ')}
        </code>
        <span className={classes.note}>{noteOf(search, by)}</span>
        <span className={classes.actions}>
          {actions.map(({ label, about, onClick }) => (
            <Button
              key={label}
              variant="subtle"
              color="gray"
              size="compact-sm"
              aria-label={about}
              onClick={onClick}
            >
              {label}
            </Button>
          ))}
        </span>
      </div>
    </li>
  )
}
