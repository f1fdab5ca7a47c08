// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one are no table of HTML
// biome-ignore-all lint/a11y/useFocusableInteractive: the links in the cells take focus
import type { MemberRow } from '@freeor/courses/organizations/members/schema'
import { formatCount, formatDate } from '@freeor/ui/format'
import { useHydrated } from '@freeor/ui/use-hydrated'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { withCourse } from '../course/chosen-course.ts'
import { organizationTexts } from '../texts/organization.ts'
import { Heading } from './member-heading.tsx'
import type { MemberPages } from './member-pages.ts'
import { pageSize } from './member-query.ts'
import classes from './member-table.module.css'
import { ScoreCells } from './score-cells.tsx'

const words = organizationTexts.members
const rowHeight = 80

export type MemberTableProps = {
  pages: MemberPages<MemberRow>
  lessons: readonly { _docId: string; title: string; order: number }[]
  search: URLSearchParams
  /** The position of the first row that came with the page. */
  offset: number
}

function Row({ row, lessons, search }: { row: MemberRow } & Pick<MemberTableProps, 'lessons' | 'search'>) {
  return (
    <>
      <div role="rowheader" className={classes.name}>
        <Link to={withCourse(`/org/members/${row.uid}`, search)}>{row.name}</Link>
        <span className={classes.email}>{row.email}</span>
      </div>
      <div role="cell" className={classes.progress}>
        <span className={classes.bar} aria-hidden="true">
          <span style={{ width: `${row.percent}%` }} />
        </span>
        <span>{words.done(row.lessonsDone, lessons.length)}</span>
        {row.open ? <small>{words.open(row.open)}</small> : null}
      </div>
      <div role="cell" className={classes.figure}>
        {row.score === null ? (
          <span className={classes.none}>{words.noScore}</span>
        ) : (
          <>
            <span>{row.score}%</span>
            {row.best !== null && row.best > row.score ? <small>{words.best(row.best)}</small> : null}
          </>
        )}
      </div>
      <div role="cell" className={classes.wide}>
        {row.lastSeen ? formatDate(row.lastSeen) : <span className={classes.none}>{words.never}</span>}
      </div>
      <div role="cell" className={classes.wide}>
        {row.certificate ? (
          <Link to={`/certificates/${row.certificate.serial}`}>{formatDate(row.certificate.issuedAt)}</Link>
        ) : (
          <span className={classes.none}>{words.noCertificate}</span>
        )}
      </div>
      <div role="cell" className={classes.wide}>
        <ScoreCells scores={row.scores} />
      </div>
    </>
  )
}

/** The members, as a window over all of them: only the rows in view are in the document. */
export function MemberTable({ pages, lessons, search, offset }: MemberTableProps) {
  const isHydrated = useHydrated()
  const body = useRef<HTMLDivElement>(null)
  const virtualizer = useWindowVirtualizer({
    count: pages.total,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: body.current?.offsetTop ?? 0,
    enabled: isHydrated,
  })
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => pages.show(first, last), [pages, first, last])
  const positions = isHydrated
    ? items.map(({ index, start }) => ({ index, top: start - virtualizer.options.scrollMargin }))
    : Array.from({ length: Math.min(pageSize, pages.total - offset) }, (_, at) => ({
        index: at,
        top: at * rowHeight,
      }))
  const height = isHydrated ? virtualizer.getTotalSize() : positions.length * rowHeight
  const columns = { '--lessons': lessons.length } as CSSProperties
  return (
    <div
      role="table"
      aria-label={words.table}
      aria-rowcount={pages.total + 1}
      className={classes.table}
      style={columns}
    >
      <Heading search={search} />
      <div role="rowgroup" ref={body} className={classes.body} style={{ height }}>
        {positions.map(({ index, top }) => {
          const row = pages.row(index)
          return (
            <div
              key={row?.uid ?? `position ${index}`}
              role="row"
              aria-rowindex={index + offset + 2}
              className={classes.row}
              style={{ transform: `translateY(${top}px)` }}
            >
              {row ? (
                <Row row={row} lessons={lessons} search={search} />
              ) : (
                <div role="cell">{words.loading}</div>
              )}
            </div>
          )
        })}
      </div>
      <p className={classes.count}>{words.count(formatCount(pages.total))}</p>
    </div>
  )
}
