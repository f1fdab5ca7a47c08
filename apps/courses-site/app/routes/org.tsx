import { unwrap } from '@freeor/api-client/client'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useKeptAnswer } from '@freeor/site-frame/frame/use-kept-answer'
import { useLiveReload } from '@freeor/site-frame/live/use-live-reload'
import { formatCount, formatDate } from '@freeor/ui/format'
import { useHydrated } from '@freeor/ui/use-hydrated'
import { Anchor } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { confirmIntent, loadMembers, type MembersData, submitConfirmation } from '../org/load-members.ts'
import { MemberFilters } from '../org/member-filters.tsx'
import { pageSize } from '../org/member-query.ts'
import { MemberTable } from '../org/member-table.tsx'
import classes from '../org/org.module.css'
import { OrgFrame } from '../org/org-frame.tsx'
import { useMemberPages } from '../org/use-member-pages.ts'
import { WaitingList } from '../org/waiting-list.tsx'
import { organizationTexts } from '../texts/organization.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/org'

const words = organizationTexts.members

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(organizationTexts.title) }]

export const loader = async (args: Route.LoaderArgs) => await loadMembers(args)

export const action = async (args: Route.ActionArgs) => await submitConfirmation(args)

/** Without script the table is turned page by page. */
function PageLinks({ offset, total, search }: { offset: number; total: number; search: URLSearchParams }) {
  if (useHydrated() || total <= pageSize) return null
  const toPage = (page: number) => {
    const next = new URLSearchParams(search)
    next.set('page', String(page))
    return `?${next}`
  }
  const page = offset / pageSize + 1
  const last = Math.min(total, offset + pageSize)
  return (
    <p>
      {words.rows(formatCount(offset + 1), formatCount(last), formatCount(total))}{' '}
      {page > 1 ? <Link to={toPage(page - 1)}>{words.earlier}</Link> : null}{' '}
      {last < total ? <Link to={toPage(page + 1)}>{words.later}</Link> : null}
    </p>
  )
}

function Members({ data, search }: { data: MembersData; search: URLSearchParams }) {
  const { table, query, offset, waiting } = data
  const pages = useMemberPages(table, async (at) => {
    const asked = { ...query, offset: at, limit: pageSize }
    return unwrap(await browserApi().GET('/api/org/members', { params: { query: asked } }))
  })
  const csv = new URLSearchParams(query as Record<string, string>)
  const isWaiting = (waiting?.total ?? 0) > 0 && search.size === 0
  return (
    <>
      <div className={classes.bar}>
        <p>
          {table.course.name}
          {table.dueDates.map(({ organization, dueOn }) => (
            <span key={organization}> · {words.due(formatDate(dueOn))}</span>
          ))}
        </p>
        <p>
          {words.live}{' '}
          <Anchor href={`/api/org/members.csv?${csv}`} download>
            {words.csv}
          </Anchor>
        </p>
      </div>
      {pages.total === 0 ? (
        <p>{isWaiting ? words.nobodyYet : words.nobody}</p>
      ) : (
        <MemberTable pages={pages} lessons={table.lessons} search={search} offset={offset} />
      )}
      <PageLinks offset={offset} total={pages.total} search={search} />
    </>
  )
}

/** The members of an organization with their progress, live. */
export default function Org({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const { members, courses, organizations, isSuperAdmin } = loaderData
  const answer = useKeptAnswer(actionData)
  // Who waits changes with who belongs to the organization, not with each click of a quiz.
  useLiveReload(({ event, ids }) => event === 'members' && ids.length === 0)
  return (
    <OrgFrame organizations={isSuperAdmin ? [organizationTexts.allUsers] : organizations}>
      <AnswerNote answer={answer} intents={[confirmIntent]} />
      {members ? (
        <>
          {members.waiting ? <WaitingList waiting={members.waiting} /> : null}
          <MemberFilters
            key={`${search.get('confirmed') ?? ''} ${members.query.course}`}
            search={search}
            organizations={organizations}
            confirmed={members.shownFirst}
            courses={courses}
            course={members.query.course}
          />
          <Members data={members} search={search} />
        </>
      ) : (
        <p>{texts.courseChoice.none}</p>
      )}
    </OrgFrame>
  )
}
