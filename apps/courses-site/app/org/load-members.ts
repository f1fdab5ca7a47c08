import { unwrap } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { attempt, expectDone, readForm } from '@freeor/site-frame/frame/answer'
import type { PageRequest } from '@freeor/site-frame/frame/request-context'
import { organizationTexts } from '../texts/organization.ts'
import { pageSize, queryOf, type Shown } from './member-query.ts'
import { openOrgCoursePage, openOrgPage } from './open-org.ts'

/** So many of those who wait stand above the table. */
const waitingShown = 10

export const confirmIntent = 'confirm'

/** The first rows of the table, and apart from them those who wait to be confirmed; null without a course. */
export async function loadMembers(args: PageRequest) {
  const { api, isSuperAdmin, courses, organizations, course } = await openOrgCoursePage(args)
  if (!course) return { members: null, courses, organizations, isSuperAdmin }
  const search = new URL(args.request.url).searchParams
  // A super admin sees all users, most of whom belong to no organization.
  const shownFirst: Shown = isSuperAdmin ? '' : 'true'
  const query = { ...queryOf(search, shownFirst), course }
  const page = Math.max(1, Math.floor(Number(search.get('page') ?? 1)) || 1)
  const offset = (page - 1) * pageSize
  const { organization } = query
  const apart = {
    ...{ confirmed: 'false' as const, limit: waitingShown, course },
    ...(organization && { organization }),
  }
  const read = (given: ReturnType<typeof queryOf> & { limit: number; offset?: number }) =>
    api.GET('/api/org/members', { params: { query: given } }).then(unwrap)
  const [table, waiting] = await forPage(
    args.context,
    Promise.all([read({ ...query, offset, limit: pageSize }), isSuperAdmin ? undefined : read(apart)]),
  )
  const members = { table, waiting: waiting ?? null, query, offset, shownFirst }
  return { members, courses, organizations, isSuperAdmin }
}
export type MembersData = NonNullable<Awaited<ReturnType<typeof loadMembers>>['members']>

/** Confirms somebody, or takes it back. */
export async function submitConfirmation(args: PageRequest) {
  const { api } = await openOrgPage(args)
  const { intent, text } = await readForm(args.request)
  const confirmed = text('confirmed') !== 'false'
  const words = organizationTexts
  const work = async () =>
    expectDone(
      await api.PUT('/api/org/members/{userId}/confirmation', {
        params: { path: { userId: text('uid') } },
        body: { confirmed },
      }),
    )
  const done = confirmed ? words.waiting.done(text('name')) : words.member.unconfirmed
  return await attempt({ intent, work, done })
}
