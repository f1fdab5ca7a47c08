import { findNthLesson } from '@freeor/courses/catalog/find-lessons'
import { AppError } from '@freeor/kernel/errors'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf, courseParams } from './course-params.ts'

export const readNthLessonOperation = coursesOperation({
  id: 'readNthLesson',
  method: 'get',
  path: '/api/courses/{courseId}/lesson-addresses/{n}',
  area: 'lessons',
  summary: 'The address of the n-th published lesson of a course, counted from 1',
  access: 'public',
  apiKeyScope: 'learning',
  params: courseParams.extend({ n: z.coerce.number().int().min(1).max(100_000) }),
  answer: z.object({ courseId: z.string(), slug: z.string() }),
  async handle({ deps, params }) {
    const courseId = courseIdOf(deps, params.courseId)
    const slug = await findNthLesson(deps.db, courseId, params.n)
    if (slug === undefined) throw new AppError('not_found', 'There is no such lesson.')
    return { courseId, slug }
  },
})
