import { listNotes } from '@freeor/courses/progress/queries'
import { noteAnswer } from '@freeor/courses/progress/schema'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { learnersLesson, lessonParams } from './lesson-params.ts'

export const listNotesOperation = coursesOperation({
  id: 'listNotes',
  method: 'get',
  path: '/api/lessons/{lessonId}/notes',
  area: 'lessons',
  summary: "The person's own notes and bookmarks in a lesson, by the second they stand at",
  access: 'user',
  apiKeyScope: 'learning',
  params: lessonParams,
  answer: z.object({ notes: z.array(noteAnswer) }),
  handle: async ({ deps, user, params }) => ({
    notes: await listNotes(deps.db, learnersLesson(user(), params)),
  }),
})
