import { formatDate, formatTime } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Answer } from '../frame/answer.ts'
import { AnswerNote } from '../frame/answer-note.tsx'
import { Pane, PaneHead } from '../frame/pane.tsx'
import { useSite } from '../frame/site-context.ts'
import { AdminFrame } from './admin-frame.tsx'
import { adminTexts } from './admin-texts.ts'
import { AuditTable } from './audit-table.tsx'
import { Facts } from './facts.tsx'
import { impersonationTexts } from './impersonation-texts.ts'
import { type UserData, userActions } from './user.ts'
import { ActAs, UserActions } from './user-actions.tsx'
import { statusOf } from './user-status.ts'

export type UserRecordProps = {
  data: UserData
  answer: Answer | undefined
  /** What the site itself keeps of the person. */
  children?: ReactNode
}

/** Where a person works and where they are logged in. */
function Whereabouts({ data }: Pick<UserRecordProps, 'data'>) {
  const site = useSite()
  const texts = adminTexts
  const words = texts.users
  return (
    <>
      <Pane title={texts.pages.companies} wide>
        <Table
          label={texts.pages.companies}
          columns={[words.company, words.role, words.since]}
          empty={words.noCompany}
          rows={data.companies.map(({ id, name, role, since }) => ({
            key: id,
            cells: [
              <Anchor key="open" component={Link} to={`/admin/companies/${id}`}>
                {name}
              </Anchor>,
              site.texts.people.roles[role],
              formatDate(since),
            ],
          }))}
        />
      </Pane>
      <Pane title={words.sessions} wide>
        <Table
          label={words.sessions}
          columns={[words.since, words.address, words.device, words.until]}
          empty={words.noSession}
          rows={data.sessions.map((session) => ({
            key: session.id,
            cells: [
              formatTime(session.createdAt),
              session.ipAddress ?? texts.unknown,
              session.impersonatedBy ? impersonationTexts.impersonation : session.device,
              formatTime(session.expiresAt),
            ],
          }))}
        />
      </Pane>
    </>
  )
}

/** One person: what is known, acting as them, and what may be done to their account. */
export function UserRecord({ data, answer, children }: UserRecordProps) {
  const texts = adminTexts
  const words = texts.users
  const { user } = data
  return (
    <AdminFrame>
      <PaneHead title={user.email} back={{ to: '/admin/users', label: words.back }} />
      <AnswerNote answer={answer} intents={userActions} />
      <Facts
        facts={[
          [words.name, user.name],
          [words.state, statusOf(texts, user)],
          ...(user.banReason ? [[words.banReason, user.banReason] as const] : []),
          [words.twoFactor, data.twoFactor ? words.twoFactorOn : words.twoFactorOff],
          [words.created, formatTime(user.createdAt)],
          [words.seen, user.lastSeenAt ? formatTime(user.lastSeenAt) : words.never],
          [words.id, user.id],
        ]}
      />
      <UserActions data={data} />
      {user.superAdmin || user.banned ? null : (
        <Pane title={words.actAs} lead={words.actLead}>
          <ActAs data={data} answer={answer} />
        </Pane>
      )}
      <Whereabouts data={data} />
      {children}
      <Pane title={texts.pages.audit} wide>
        <AuditTable texts={texts} entries={data.audit} empty={texts.audit.none} />
      </Pane>
    </AdminFrame>
  )
}
