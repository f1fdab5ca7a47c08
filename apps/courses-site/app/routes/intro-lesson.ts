import { unwrap } from '@freeor/api-client/client'
import { forPage, refuse } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { redirect } from 'react-router'
import { lessonPath } from '../course/paths.ts'
import type { Route } from './+types/intro-lesson'

/** The n-th published lesson of the default course, at its own address, which says who may read it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const n = Number(params.n)
  if (!Number.isSafeInteger(n) || n < 1) throw refuse(context, 'not_found', 404)
  const asked = serverApi(context).GET('/api/courses/{courseId}/lesson-addresses/{n}', {
    params: { path: { courseId: 'intro', n } },
  })
  const { courseId, slug } = await forPage(context, asked.then(unwrap))
  return redirect(lessonPath(courseId, slug))
}

/** Never drawn: with it, a refusal is a page instead of a bare answer. */
export default function IntroLesson() {
  return null
}
