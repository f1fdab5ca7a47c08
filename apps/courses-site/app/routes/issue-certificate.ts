import { ApiProblem, unwrap } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { redirect } from 'react-router'
import { openLearnerPage } from '../access/open-page.ts'
import { coursePath } from '../course/paths.ts'
import type { Route } from './+types/issue-certificate'

/** Nothing to look at: the button of the course page posts here. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(coursePath(params.courseId))

/** A lesson was published after the page with the button was loaded. */
const isIncomplete = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'conflict' && 'missing' in error.details

/** Asks for the certificate of the course, and shows it, or else the page of the course that says what is missing. */
export async function action({ context, url, params }: Route.ActionArgs) {
  const { api } = await openLearnerPage({ context, url })
  const call = { params: { path: { courseId: params.courseId } } }
  const asking = api.POST('/api/courses/{courseId}/certificate', call).then(unwrap)
  const shown = asking.then(
    ({ serial }) => `/certificates/${serial}`,
    (error: unknown) => {
      if (isIncomplete(error)) return `${coursePath(params.courseId)}?incomplete`
      throw error
    },
  )
  return redirect(await forPage(context, shown))
}
