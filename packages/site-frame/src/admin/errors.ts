import { unwrap } from '@freeor/api-client/client'
import { forPage } from '../errors/page-problem.ts'
import { attempt, expectDone, readForm } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import { adminTexts } from './admin-texts.ts'
import { openAdmin } from './open-admin.ts'
import { given, nextPageOf, pageLength, readFilter } from './read-filter.ts'

export const errorTypes = ['rendering', 'server'] as const
export const errorStates = ['open', 'resolved'] as const

/** Errors in groups, the most recent first. */
export async function loadErrors(args: PageRequest) {
  const api = await openAdmin(args)
  const { text, oneOf } = readFilter(args.request)
  const query = given({
    q: text('q'),
    type: oneOf('type', errorTypes),
    state: oneOf('state', errorStates),
    after: text('after'),
  })
  const { errors } = await forPage(
    args.context,
    api.GET('/api/admin/errors', { params: { query: { ...query, limit: pageLength } } }).then(unwrap),
  )
  const last = errors.length === pageLength ? errors.at(-1)?.id : undefined
  return { errors, next: nextPageOf(args.request, 'after', last) }
}
export type ErrorsData = Awaited<ReturnType<typeof loadErrors>>

/** Marks a group as dealt with, or opens it again. */
export async function submitErrors(args: PageRequest) {
  const _site = siteOf(args.context)
  const api = await openAdmin(args)
  const { intent, text } = await readForm(args.request)
  const state = intent === 'resolve' ? 'resolved' : 'open'
  const path = { errorId: text('id') }
  const work = async () =>
    expectDone(await api.PATCH('/api/admin/errors/{errorId}', { params: { path }, body: { state } }))
  const { errors } = adminTexts
  return await attempt({ intent, work, done: state === 'resolved' ? errors.resolved : errors.reopened })
}
