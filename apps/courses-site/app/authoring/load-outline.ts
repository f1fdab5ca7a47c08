import { type ApiClient, ApiProblem, unwrap } from '@freeor/api-client/client'
import type { AccountLesson, CourseOutline } from '@freeor/courses/authoring/course-lessons/schema'
import type { Me } from '@freeor/site-frame/frame/visitor'

export type Authoring = { readonly outline: CourseOutline; readonly others: readonly AccountLesson[] }

/**
 * The course as its authors see it; null for everybody else. It is asked for only where the user is an author of some
 * account, so that learners' pages need no further call.
 */
export async function loadAuthoring(api: ApiClient, me: Me, courseId: string): Promise<Authoring | null> {
  if (!me.courseAllowance && !me.user?.superAdmin) return null
  try {
    const asked = api.GET('/api/courses/{courseId}/outline', { params: { path: { courseId } } })
    const outline = await asked.then(unwrap)
    const { lessons } = await api.GET('/api/lessons', { params: { query: {} } }).then(unwrap)
    // Of another account than the one they work in, none may be added here.
    const others = lessons.filter(
      ({ aid, course }) => aid === outline.course.aid && !course.includes(outline.course._docId),
    )
    return { outline, others }
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null
    throw error
  }
}
