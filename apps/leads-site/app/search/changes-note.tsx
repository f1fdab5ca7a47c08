import { formatCount, formatDate } from '@freeor/ui/format'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { SearchChanges } from '../api/saved-searches.ts'
import { texts } from '../texts.ts'
import classes from './search.module.css'
import { type SearchState, writeSearch } from './search-url.ts'

const words = texts.search

type Since = NonNullable<SearchChanges['downloaded']>

/** The search limited to one kind of change. It is no saved search then. */
function addressOf(state: SearchState, clause: string): string {
  const filter = [state.filter, clause].filter(Boolean).join(' ')
  return `?${writeSearch({ ...state, filter, savedSearch: null, uid: null })}`
}

function Counts({ since, state }: { since: Since; state: SearchState }) {
  const clauses = [
    ['new', `since:v${since.version}`],
    ['changed', `changed:v${since.version}`],
    ['gone', `gone:v${since.version}`],
  ] as const
  return (
    <>
      {clauses.map(([kind, clause]) => {
        const count = since[kind]
        if (count === null) return <span key={kind}>{words.goneUnknown}</span>
        const text = `${formatCount(count)} ${words.changeCounts[kind]}`
        if (count === 0) return <span key={kind}>{text}</span>
        return (
          <Link key={kind} to={addressOf(state, clause)}>
            {text}
          </Link>
        )
      })}
    </>
  )
}

const isNothing = (since: Since) => since.new + since.changed + (since.gone ?? 0) === 0

type LineProps = { text: string; since: Since; state: SearchState }

function Line({ text, since, state }: LineProps) {
  return (
    <p className={classes.changes}>
      <span>{text}</span>
      {isNothing(since) ? <span>{words.nothingNew}</span> : <Counts since={since} state={state} />}
    </p>
  )
}

export type ChangesNoteProps = {
  changes: SearchChanges
  state: SearchState
  /** Whether the role may download. */
  canDownload: boolean
}

/** What is new, changed and gone in a saved search since one looked, and since it was downloaded. */
export function ChangesNote({
  changes: { looked, downloaded, version },
  state,
  canDownload,
}: ChangesNoteProps) {
  const isOld = looked.version < version
  if (!isOld && (downloaded === null || downloaded.version >= version)) return null
  const news = downloaded && downloaded.new + downloaded.changed > 0 ? downloaded : undefined
  return (
    <section className={classes.changesNote} aria-label={words.changesLabel}>
      {isOld ? <Line text={words.sinceLook(formatDate(looked.at))} since={looked} state={state} /> : null}
      {downloaded && downloaded.version < version ? (
        <Line text={words.sinceDownload(formatDate(downloaded.at))} since={downloaded} state={state} />
      ) : null}
      {news && canDownload ? (
        <Button
          component={Link}
          variant="default"
          size="compact-sm"
          to={`${addressOf(state, `(since:v${news.version} or changed:v${news.version})`)}#download`}
        >
          {words.downloadNew}
        </Button>
      ) : null}
    </section>
  )
}
