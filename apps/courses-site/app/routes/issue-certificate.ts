import { unwrap } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { redirect } from 'react-router'
import { openLearnerPage } from '../access/open-page.ts'
import { coursePath } from '../course/paths.ts'
import type { Route } from './+types/issue-certificate'

/** Nothing to look at: the button of the course page posts here. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(coursePath(params.courseId))

/** Asks for the certificate of the course, and shows it. */
export async function action({ context, url, params }: Route.ActionArgs) {
  const { api } = await openLearnerPage({ context, url })
  const call = { params: { path: { courseId: params.courseId } } }
  const { serial } = await forPage(
    context,
    api.POST('/api/courses/{courseId}/certificate', call).then(unwrap),
  )
  return redirect(`/certificates/${serial}`)
}
