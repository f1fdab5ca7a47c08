import { unwrap } from '@freeor/api-client/client'
import { redirect } from 'react-router'
import { forCourse, openCoursePage } from '../access/open-page.ts'
import { coursePath } from '../course/paths.ts'
import type { Route } from './+types/intro'

/** The default course, at its own address. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { api } = await openCoursePage({ context, url })
  const asked = api.GET('/api/courses/{courseId}', { params: { path: { courseId: 'intro' } } })
  const course = await forCourse(context, asked.then(unwrap))
  return redirect(coursePath(course._docId))
}

/** Never drawn: with it, a refusal is a page instead of a bare answer. */
export default function Intro() {
  return null
}
