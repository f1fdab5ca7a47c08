import { getLessonAt } from '@freeor/courses/catalog/find-lessons'
import { lessonAnswer } from '@freeor/courses/catalog/schema'
import { viewerOf } from '@freeor/courses/catalog/viewer'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf, courseParams } from './course-params.ts'

export const readLessonAtOperation = coursesOperation({
  id: 'readLessonAt',
  method: 'get',
  path: '/api/courses/{courseId}/lessons/{lessonSlug}',
  area: 'lessons',
  summary: 'The lesson at this address of the course. A visitor may read a free preview',
  access: 'public',
  apiKeyScope: 'learning',
  params: courseParams.extend({ lessonSlug: z.string().max(200) }),
  answer: lessonAnswer,
  handle: async ({ deps, actor, params }) =>
    await getLessonAt(deps.db, viewerOf(actor), {
      courseId: courseIdOf(deps, params.courseId),
      slug: params.lessonSlug,
    }),
})
