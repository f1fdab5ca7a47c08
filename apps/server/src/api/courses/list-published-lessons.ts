import { listNewLessons, listPublishedLessons } from '@freeor/courses/catalog/list-published-lessons'
import { publishedLesson } from '@freeor/courses/catalog/schema'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf } from './course-params.ts'

export const listPublishedLessonsOperation = coursesOperation({
  id: 'listPublishedLessons',
  method: 'get',
  path: '/api/published-lessons',
  area: 'lessons',
  summary:
    'What anyone may know of published lessons, never their text: those of one course in its order, or the newest of all',
  access: 'public',
  query: z.strictObject({ course: z.string().max(60).optional() }),
  answer: z.object({ lessons: z.array(publishedLesson) }),
  handle: async ({ deps, query: { course } }) => ({
    lessons:
      course === undefined
        ? await listNewLessons(deps.db)
        : await listPublishedLessons(deps.db, courseIdOf(deps, course)),
  }),
})
