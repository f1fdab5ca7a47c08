import { getLesson } from '@freeor/courses/catalog/find-lessons'
import { lessonAnswer } from '@freeor/courses/catalog/schema'
import { viewerOf } from '@freeor/courses/catalog/viewer'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

export const readLessonOperation = coursesOperation({
  id: 'readLesson',
  method: 'get',
  path: '/api/lessons/{lessonId}',
  area: 'lessons',
  summary: 'A lesson with its transcript and video. A visitor may read a free preview',
  access: 'public',
  apiKeyScope: 'learning',
  params: z.strictObject({ lessonId: z.string().max(60) }),
  answer: lessonAnswer,
  handle: async ({ deps, actor, params }) =>
    await getLesson(deps.db, viewerOf(actor), { lessonId: params.lessonId }),
})
