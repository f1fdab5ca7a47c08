import { listMembers } from '@freeor/courses/organizations/members/queries'
import type { CountedCourse } from '@freeor/courses/organizations/members/read-course-lessons'
import type { MemberFilter, MemberRow } from '@freeor/courses/organizations/members/schema'
import type { OrgAccess } from '@freeor/courses/organizations/require-org-access'
import { toSafeCell } from '@freeor/leads/downloads/safe-cell'
import type { Database } from '@freeor/postgres/database'

const pageSize = 500

const columns = [
  ...['Name', 'Email', 'Organization', 'Confirmed', 'Lessons done', 'Percent'],
  ...['Score (percent)', 'Best score (percent)', 'Last seen', 'Certificate', 'Certificate issued'],
]

/** Quoted, and inert in a spreadsheet: names are what strangers typed. */
const csvCell = (value: string | number | null): string =>
  `"${toSafeCell(String(value ?? '')).replaceAll('"', '""')}"`

export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`

const lineOf = (row: MemberRow): string =>
  csvLine([
    ...[row.name, row.email, row.org, row.confirmed ? 'yes' : 'no', row.lessonsDone, row.percent],
    ...[
      row.score,
      row.best,
      row.lastSeen,
      row.certificate?.serial ?? null,
      row.certificate?.issuedAt ?? null,
    ],
    ...row.scores,
  ])

/** The table as CSV (RFC 4180) in pieces, a column for each lesson. */
export async function* memberFile(
  db: Database,
  access: OrgAccess,
  filter: MemberFilter,
  counted: CountedCourse,
): AsyncGenerator<string> {
  yield `\ufeff${csvLine([...columns, ...counted.lessons.map(({ order, title }) => `${order}. ${title}`)])}`
  for (let offset = 0; ; offset += pageSize) {
    const page = await listMembers(db, access, { ...filter, offset, limit: pageSize }, counted)
    yield page.map(lineOf).join('')
    if (page.length < pageSize) return
  }
}
