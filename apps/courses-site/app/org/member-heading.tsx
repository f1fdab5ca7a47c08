// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one are no table of HTML
// biome-ignore-all lint/a11y/useFocusableInteractive: the links in the cells take focus
import { Link } from 'react-router'
import { organizationTexts } from '../texts/organization.ts'
import { sortedBy } from './member-query.ts'
import classes from './member-table.module.css'

const words = organizationTexts.members

/** The columns with what they are sorted by; the lessons have no order of their own. */
const columns = [
  ['name', words.name, false],
  ['percent', words.progress, false],
  ['score', words.score, false],
  ['lastSeen', words.lastSeen, true],
  ['certificate', words.certificate, true],
  [undefined, words.lessons, true],
] as const

/** The head of the table: each column is a link that sorts by it, also without script. */
export function Heading({ search }: { search: URLSearchParams }) {
  const sort = search.get('sort') ?? 'name'
  const isAscending = search.get('direction') !== 'desc'
  return (
    <div role="rowgroup">
      <div role="row" aria-rowindex={1} className={classes.headRow}>
        {columns.map(([key, label, isWide]) => {
          const isSorted = key === sort
          const order = isAscending ? 'ascending' : 'descending'
          return (
            <div
              key={label}
              role="columnheader"
              aria-sort={isSorted ? order : undefined}
              className={isWide ? classes.wide : undefined}
            >
              {key ? (
                <Link to={sortedBy(search, key)} preventScrollReset data-sorted={isSorted || undefined}>
                  {label}
                  {isSorted ? <span aria-hidden="true">{isAscending ? ' ↑' : ' ↓'}</span> : null}
                </Link>
              ) : (
                label
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
