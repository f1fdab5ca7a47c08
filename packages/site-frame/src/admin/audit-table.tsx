import { formatTime } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { AdminTexts } from './admin-texts.ts'
import type { AuditEntry } from './audit.ts'
import classes from './audit-table.module.css'

function Person({ id, email }: { id: string | null; email: string | null }) {
  if (id === null) return null
  return (
    <Anchor component={Link} to={`/admin/users/${id}`}>
      {email ?? id}
    </Anchor>
  )
}

const detailsOf = (details: AuditEntry['details']): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')

export type AuditTableProps = { texts: AdminTexts; entries: readonly AuditEntry[]; empty: string }

/** Rows of the audit trail: who did what to whom. */
export function AuditTable({ texts, entries, empty }: AuditTableProps) {
  const words = texts.audit
  return (
    <Table
      label={texts.pages.audit}
      columns={[words.when, words.action, words.actor, words.subject, words.company, words.details]}
      empty={empty}
      rows={entries.map((entry) => ({
        key: entry.id,
        cells: [
          formatTime(entry.at),
          <code key="action">{entry.action}</code>,
          <Person key="actor" id={entry.actorUserId} email={entry.actorEmail} />,
          <Person key="subject" id={entry.subjectUserId} email={entry.subjectEmail} />,
          entry.companyId ? (
            <Anchor key="company" component={Link} to={`/admin/companies/${entry.companyId}`}>
              {entry.companyName ?? entry.companyId}
            </Anchor>
          ) : null,
          <span key="details" className={classes.details}>
            {detailsOf(entry.details)}
          </span>,
        ],
      }))}
    />
  )
}
