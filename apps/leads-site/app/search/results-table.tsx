import type { Column, SearchRow } from '@freeor/leads/schema'
import { formatCount } from '@freeor/ui/format'
import { isPrintingNow, usePrinting } from '@freeor/ui/use-printing'
import { Button } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, useMemo, useRef } from 'react'
import { noteTexts } from '../texts/notes.ts'
import { texts } from '../texts.ts'
import { LeadCell } from './lead-cell.tsx'
import classes from './results-table.module.css'
import type { SortKey } from './search-url.ts'
import { StatusCell } from './status-cell.tsx'
import type { LeadPages } from './use-lead-pages.ts'
import type { StatusChanges } from './use-status-changes.ts'

export type ResultsTableProps = {
  /** The columns to show, in order. */
  columns: readonly Column[]
  pages: LeadPages
  count: number
  sort: readonly SortKey[]
  onSort: (sort: SortKey[]) => void
  statuses: StatusChanges
  /** The address of a lead's page. */
  addressOf: (leadId: string) => string
}

const features = tableFeatures({})
const helper = createColumnHelper<typeof features, SearchRow>()
const rowHeight = 34

const widths: Partial<Record<Column['kind'], number>> = {
  text: 240,
  category: 180,
  url: 200,
  email: 200,
  phone: 150,
  state: 70,
  zip: 80,
  number: 110,
  money: 130,
  boolean: 100,
}
/** Of the company's own status, behind the first column. */
const statusWidth = 130
const widthOf = (column: Column) => widths[column.kind] ?? 140
const isNumeric = (column: Column) => column.kind === 'number' || column.kind === 'money'

/** Descending, ascending, off: numbers are most often wanted largest first. */
function nextSort(sort: readonly SortKey[], column: Column): SortKey[] {
  const first: SortKey['direction'] = isNumeric(column) || column.kind === 'date' ? 'desc' : 'asc'
  const now = sort[0]?.column === column.key ? sort[0].direction : undefined
  if (now === undefined) return [{ column: column.key, direction: first }]
  return now === first ? [{ column: column.key, direction: first === 'asc' ? 'desc' : 'asc' }] : []
}

type HeadProps = { column: Column; sort: readonly SortKey[]; onSort: (sort: SortKey[]) => void }

function Head({ column, sort, onSort }: HeadProps) {
  const direction = sort[0]?.column === column.key ? sort[0].direction : undefined
  const ariaSort = direction === undefined ? 'none' : direction === 'asc' ? 'ascending' : 'descending'
  if (column.contact) return <th scope="col">{column.label}</th>
  return (
    <th scope="col" aria-sort={ariaSort} data-numeric={isNumeric(column) || undefined}>
      <button
        type="button"
        className={classes.sort}
        title={texts.search.sortBy(column.label)}
        onClick={() => onSort(nextSort(sort, column))}
      >
        {column.label}
        {direction === 'asc' ? <IconArrowUp size={13} aria-hidden /> : null}
        {direction === 'desc' ? <IconArrowDown size={13} aria-hidden /> : null}
      </button>
    </th>
  )
}

type RowProps = Pick<ResultsTableProps, 'columns' | 'statuses'> & { row: SearchRow; at: number; to: string }

/** A lead; its first cell leads to its page. */
function Row({ row, at, columns, statuses, to }: RowProps) {
  const { noteOf, setStatus, nameOf } = statuses
  return (
    <tr aria-rowindex={at + 2} data-owned={row.owned || undefined}>
      {columns.map((column, i) => (
        <Fragment key={column.key}>
          <LeadCell
            column={column}
            value={row.cells[column.key] ?? null}
            isMasked={row.masked.includes(column.key)}
            isDoNotCall={row.doNotCall.includes(column.key)}
            to={i === 0 ? to : undefined}
          />
          {i === 0 ? (
            <StatusCell
              note={noteOf(row)}
              name={nameOf(row)}
              onChange={setStatus ? (status) => setStatus(row, status) : undefined}
            />
          ) : null}
        </Fragment>
      ))}
    </tr>
  )
}

/** The leads found: only the rows on screen are in the page, the next ones are loaded while the user scrolls. */
export function ResultsTable({
  columns,
  pages,
  count,
  sort,
  statuses,
  onSort,
  addressOf,
}: ResultsTableProps) {
  const scroll = useRef<HTMLDivElement>(null)
  const { rows, hasMore, hasFailed, loadMore } = pages
  // Paper has all rows that have come, and none are loaded for it.
  const isPrinting = usePrinting()
  const definitions = useMemo(
    () =>
      helper.columns(
        columns.map((column) => helper.accessor((row) => row.cells[column.key], { id: column.key })),
      ),
    [columns],
  )
  const table = useTable({ features, columns: definitions, data: rows, getRowId: (row) => row.id })
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 1000, height: 600 },
    onChange: (instance) => {
      const last = instance.getVirtualItems().at(-1)
      // By the styles of paper every row is in view, and this is told so before the page is drawn for it.
      if (last && hasMore && !hasFailed && !isPrintingNow() && last.index >= rows.length - 10) loadMore()
    },
  })
  const items = isPrinting ? [] : virtualizer.getVirtualItems()
  const indexes = isPrinting ? [...rows.keys()] : items.map(({ index }) => index)
  const before = items[0]?.start ?? 0
  const after = isPrinting ? 0 : virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  const models = table.getRowModel().rows
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to take focus
    <section className={classes.scroll} ref={scroll} tabIndex={0} aria-label={texts.search.results}>
      <table
        className={classes.table}
        style={
          isPrinting
            ? undefined
            : { width: columns.reduce((sum, column) => sum + widthOf(column), statusWidth) }
        }
        aria-label={texts.search.tableLabel}
        aria-rowcount={count + 1}
      >
        <colgroup>
          {columns.map((column, i) => (
            <Fragment key={column.key}>
              <col style={{ width: widthOf(column) }} />
              {i === 0 ? <col style={{ width: statusWidth }} /> : null}
            </Fragment>
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column, i) => (
              <Fragment key={column.key}>
                <Head column={column} sort={sort} onSort={onSort} />
                {i === 0 ? <th scope="col">{noteTexts.filter}</th> : null}
              </Fragment>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 ? <tr style={{ height: before }} /> : null}
          {indexes.map((at) => {
            const row = models[at]?.original
            return row ? (
              <Row key={row.id} {...{ row, columns, statuses, at }} to={addressOf(row.id)} />
            ) : null
          })}
          {after > 0 ? <tr style={{ height: after }} /> : null}
        </tbody>
      </table>
      <div className={classes.end}>
        {hasFailed ? (
          <>
            {texts.search.moreFailed}{' '}
            <Button size="compact-xs" variant="default" onClick={loadMore}>
              {texts.search.retry}
            </Button>
          </>
        ) : hasMore && !isPrinting ? (
          texts.search.loadingMore
        ) : rows.length < count ? (
          texts.search.deepEnd(formatCount(rows.length), formatCount(count))
        ) : null}
      </div>
    </section>
  )
}
