import type { MatchedRow, OwnList, OwnListMatch } from '@freeor/leads/own-lists/schema'
import type { Dictionary } from '@freeor/leads/schema'
import { Pane } from '@freeor/site-frame/frame/pane'
import { formatCount } from '@freeor/ui/format'
import { Stat } from '@freeor/ui/stat'
import { Table } from '@freeor/ui/table'
import { Button, Text, VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router'
import { texts } from '../texts.ts'
import { FillRows } from './fill-rows.tsx'
import classes from './own-lists.module.css'

const words = texts.ownLists

export type MatchResultProps = { list: OwnList; match: OwnListMatch; dictionary: Dictionary }

const searchOf = (dictId: string, filter: string) =>
  `/_search/${encodeURIComponent(dictId)}?${new URLSearchParams({ filter })}`

/** What of a list is in a dataset, and the two ways to go on from there. */
export function MatchResult({ list, match, dictionary }: MatchResultProps) {
  return (
    <>
      <Pane title={words.found} wide>
        <div className={classes.result}>
          <Counts match={match} />
          <Preview list={list} match={match} dictionary={dictionary} />
        </div>
      </Pane>
      <Pane title={words.fill} lead={words.fillLead}>
        {match.leads === 0 ? (
          <Text c="dimmed">{words.fillNothing}</Text>
        ) : (
          <FillRows
            key={`${list.id} ${dictionary.dictId}`}
            list={list}
            match={match}
            dictionary={dictionary}
          />
        )}
      </Pane>
      <Pane title={words.others} lead={words.othersLead}>
        <div className={classes.actions}>
          <Button component={Link} to={searchOf(match.dictId, match.filters.others)} variant="default">
            {words.openOthers}
          </Button>
          <Button component={Link} to={searchOf(match.dictId, match.filters.matched)} variant="subtle">
            {words.openMatched}
          </Button>
        </div>
      </Pane>
    </>
  )
}

function Counts({ match }: { match: OwnListMatch }) {
  const { matched, unclear, unmatched, leads, owned, suppressed, ways } = match
  return (
    <>
      <dl className={classes.stats}>
        <Stat label={words.matched} value={formatCount(matched)} />
        {unclear > 0 ? <Stat label={words.unclear} value={formatCount(unclear)} /> : null}
        <Stat label={words.unmatched} value={formatCount(unmatched)} />
        <Stat label={words.leadsOf} value={formatCount(leads)} />
        <Stat label={words.owned} value={formatCount(owned)} />
        {suppressed > 0 ? <Stat label={words.suppressed} value={formatCount(suppressed)} /> : null}
      </dl>
      {unclear > 0 ? (
        <Text size="sm" c="dimmed">
          {words.unclearNote}
        </Text>
      ) : null}
      {ways.length > 0 ? (
        <ul className={classes.ways}>
          {ways.map(({ by, rows }) => (
            <li key={by}>{words.by(by, formatCount(rows))}</li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

/** Columns of the dataset that are shown: some of each. */
function shown({ columns }: Dictionary) {
  const plain = columns.filter(({ contact, kind }) => !contact && !['lat', 'lon', 'id'].includes(kind))
  return [...plain.slice(0, 4), ...columns.filter(({ contact }) => contact).slice(0, 2)]
}

const stateOf = ({ state, by }: MatchedRow): string =>
  by ? words.way[by] : state === 'unclear' ? words.unclear : words.unmatched

function Preview({ list, match, dictionary }: MatchResultProps) {
  const own = list.columns.flatMap(({ header, role }, index) => (role ? [{ header, index }] : [])).slice(0, 4)
  const ours = shown(dictionary)
  // A title of the list's own column may be that of ours: each needs a key of its own.
  const titles = [
    words.row,
    ...own.map(({ header }) => header),
    words.byTitle,
    ...ours.map(({ label }) => `${label} (${dictionary.name})`),
  ]
  return (
    <Table
      label={words.preview}
      columns={titles}
      empty=""
      rows={match.preview.map((row) => ({
        key: String(row.row),
        cells: [
          String(row.row),
          ...own.map(({ index }) => row.cells[index] ?? ''),
          stateOf(row),
          ...ours.map(({ key }) => <LeadCell key={key} row={row} column={key} />),
        ],
      }))}
    />
  )
}

function LeadCell({ row: { lead }, column }: { row: MatchedRow; column: string }) {
  const text = String(lead?.cells[column] ?? '')
  if (!lead?.masked.includes(column)) return text
  return (
    <span className={classes.covered}>
      <span aria-hidden="true">{text}</span>
      <VisuallyHidden>{words.covered}</VisuallyHidden>
    </span>
  )
}
