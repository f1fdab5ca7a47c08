import { getLessonSource } from '@freeor/courses/authoring/lessons/queries'
import { lessonSource } from '@freeor/courses/authoring/lessons/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { lessonParams } from '../lessons/lesson-params.ts'

export const readLessonSourceOperation = coursesOperation({
  id: 'readLessonSource',
  method: 'get',
  path: '/api/lessons/{lessonId}/source',
  area: 'lesson-editing',
  summary: 'A lesson as its editor opens it, with the version that a save begins with',
  access: 'user',
  params: lessonParams,
  answer: lessonSource,
  handle: async ({ deps, user, params }) => await getLessonSource(deps.db, user(), params.lessonId),
})
