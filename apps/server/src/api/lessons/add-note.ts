import { addNote } from '@freeor/courses/progress/commands'
import { noteAnswer, noteInput } from '@freeor/courses/progress/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { learnersLesson, lessonParams } from './lesson-params.ts'

export const addNoteOperation = coursesOperation({
  id: 'addNote',
  method: 'post',
  path: '/api/lessons/{lessonId}/notes',
  area: 'lessons',
  summary: 'Keeps a note at a second of the video or of the lesson as a whole; without a text, a bookmark',
  access: 'user',
  apiKeyScope: 'learning',
  params: lessonParams,
  body: noteInput,
  answer: noteAnswer,
  status: 201,
  handle: async ({ deps, user, params, body }) => await addNote(deps, learnersLesson(user(), params), body),
})
