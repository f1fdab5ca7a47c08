import { listLessons } from '@freeor/courses/catalog/find-lessons'
import { listedLesson } from '@freeor/courses/catalog/schema'
import { viewerOf } from '@freeor/courses/catalog/viewer'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf, courseParams } from './course-params.ts'

export const listLessonsOperation = coursesOperation({
  id: 'listLessons',
  method: 'get',
  path: '/api/courses/{courseId}/lessons',
  area: 'lessons',
  summary: 'The lessons of a course in order, each with what the person has done of it',
  access: 'public',
  apiKeyScope: 'learning',
  params: courseParams,
  answer: z.object({ lessons: z.array(listedLesson) }),
  handle: async ({ deps, actor, params }) => ({
    lessons: await listLessons(deps.db, viewerOf(actor), courseIdOf(deps, params.courseId)),
  }),
})
