import { viewerOf } from '@freeor/courses/catalog/viewer'
import { longestSearch } from '@freeor/courses/search/limits'
import { searchCourse } from '@freeor/courses/search/queries'
import { courseSearchAnswer } from '@freeor/courses/search/schema'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf, courseParams } from './course-params.ts'

export const searchCourseOperation = coursesOperation({
  id: 'searchCourse',
  method: 'get',
  path: '/api/courses/{courseId}/search',
  area: 'lessons',
  summary:
    'Where in the transcripts and captions of a course words stand: the lesson, and the second of its video',
  access: 'public',
  apiKeyScope: 'learning',
  params: courseParams,
  query: z.strictObject({ q: z.string().max(longestSearch) }),
  answer: courseSearchAnswer,
  handle: async ({ deps, actor, params, query }) => ({
    hits: await searchCourse(deps.db, viewerOf(actor), {
      courseId: courseIdOf(deps, params.courseId),
      query: query.q,
    }),
  }),
})
