import { formatDate, formatTime } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { PageProps } from '../frame/page.ts'
import { PaneHead } from '../frame/pane.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { adminTexts } from './admin-texts.ts'
import { FilterForm } from './filter-form.tsx'
import { MoreLink } from './more-link.tsx'
import { adminMeta } from './open-admin.ts'
import { statusOf } from './user-status.ts'
import { loadUsers, userStates } from './users.ts'

export const meta = adminMeta('users')

export const loader = loadUsers

/** Everybody with an account. */
export default function UsersPage({ loaderData: data }: PageProps<typeof loader>) {
  const texts = adminTexts
  const words = texts.users
  const states = userStates.map((value) => ({ value, label: words.states[value] }))
  return (
    <AdminFrame>
      <PaneHead title={texts.pages.users} />
      <FilterForm
        texts={texts}
        fields={[
          { name: 'q', label: words.find, type: 'search' },
          { name: 'state', label: words.state, options: states },
        ]}
      />
      <Table
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
            statusOf(texts, user),
            formatDate(user.createdAt),
            user.lastSeenAt ? formatTime(user.lastSeenAt) : words.never,
          ],
        }))}
      />
      <MoreLink to={data.next} label={texts.more} />
    </AdminFrame>
  )
}
