import type { AccountPromo } from '@freeor/leads/promos/schema'
import { AdminFrame } from '@freeor/site-frame/admin/admin-frame'
import { MoreLink } from '@freeor/site-frame/admin/more-link'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { Pane, PaneHead } from '@freeor/site-frame/frame/pane'
import { requireSuperAdmin } from '@freeor/site-frame/frame/visitor'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Anchor, Button, Code, Group, TextInput } from '@mantine/core'
import { Form, Link } from 'react-router'
import { listAllPromos } from '../api/promos.ts'
import { promoTexts as words } from '../texts/promos.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/admin-promos'

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.title) }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = serverApi(context)
  await requireSuperAdmin(context, api)
  const { searchParams } = new URL(request.url)
  const q = searchParams.get('q')?.trim() ?? ''
  const { promos, next } = await forPage(
    context,
    listAllPromos(api, { q, after: searchParams.get('after') ?? '' }),
  )
  const nextPage = new URLSearchParams({ ...(q && { q }), ...(next && { after: next }) })
  return { q, promos, next: next === undefined ? null : `/admin/promos?${nextPage}` }
}

const cellsOf = ({ timestamp, companyId, companyName, uid, email, details, code }: AccountPromo) => [
  formatDate(timestamp),
  <Anchor key="company" component={Link} to={`/admin/companies/${companyId}`}>
    {companyName}
  </Anchor>,
  uid === null ? (
    words.deleted
  ) : (
    <Anchor key="user" component={Link} to={`/admin/users/${uid}`}>
      {email}
    </Anchor>
  ),
  formatCount(details.value),
  details.emails.length === 0 ? words.forgotten : details.emails.join(', '),
  <Code key="code" style={{ overflowWrap: 'anywhere' }}>
    {code}
  </Code>,
]

/** Who got free leads for sharing, and for whom. */
export default function AdminPromos({ loaderData }: Route.ComponentProps) {
  const { q, promos, next } = loaderData
  return (
    <AdminFrame>
      <PaneHead title={words.title} lead={words.lead} />
      <Form method="get" role="search" key={q}>
        <Group align="end">
          <TextInput label={words.search} name="q" defaultValue={q} maxLength={254} />
          <Button type="submit" variant="default">
            {words.find}
          </Button>
        </Group>
      </Form>
      <Pane title={words.table} wide>
        <Table
          label={words.table}
          columns={words.columns}
          empty={q === '' ? words.none : words.notFound(q)}
          rows={promos.map((one) => ({ key: one.id, cells: cellsOf(one) }))}
        />
      </Pane>
      <MoreLink to={next} label={words.older} />
    </AdminFrame>
  )
}
