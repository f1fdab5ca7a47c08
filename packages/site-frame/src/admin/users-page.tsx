import { formatDate, formatTime } from '@freeor/ui/format'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { PaneHead } from '../frame/pane.tsx'
import type { Site } from '../site.ts'
import { AdminFrame } from './admin-frame.tsx'
import { AdminTable } from './admin-table.tsx'
import { FilterForm } from './filter-form.tsx'
import { MoreLink } from './more-link.tsx'
import type { OperatorTexts } from './operator-texts.ts'
import { type UsersData, userStates } from './users.ts'

/** What stands out about a person. */
export function standingOf(
  texts: OperatorTexts,
  user: { superAdmin: boolean; banned: boolean; emailVerified: boolean },
): string {
  const { states } = texts.users
  if (user.banned) return states.banned
  if (user.superAdmin) return states.super_admin
  return user.emailVerified ? states.active : states.unverified
}

/** Everybody with an account. */
export function UsersPage({ site, data }: { site: Site; data: UsersData }) {
  const texts = site.texts.operator
  const words = texts.users
  const states = userStates.map((value) => ({ value, label: words.states[value] }))
  return (
    <AdminFrame site={site}>
      <PaneHead title={texts.pages.users} />
      <FilterForm
        texts={texts}
        fields={[
          { name: 'q', label: words.find, type: 'search' },
          { name: 'state', label: words.state, options: states },
        ]}
      />
      <AdminTable
        label={texts.pages.users}
        columns={[words.email, words.name, words.state, words.created, words.seen]}
        empty={texts.none}
        rows={data.users.map((user) => ({
          key: user.id,
          cells: [
            <Anchor key="open" component={Link} to={`/admin/users/${user.id}`}>
              {user.email}
            </Anchor>,
            user.name,
            standingOf(texts, user),
            formatDate(user.createdAt),
            user.lastSeenAt ? formatTime(user.lastSeenAt) : words.never,
          ],
        }))}
      />
      <MoreLink to={data.next} label={texts.more} />
    </AdminFrame>
  )
}
