import { changeNote } from '@freeor/courses/progress/commands'
import { noteAnswer, noteChange } from '@freeor/courses/progress/schema'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { lessonParams } from './lesson-params.ts'

export const noteParams = lessonParams.extend({ noteId: z.string().max(60) })

export const changeNoteOperation = coursesOperation({
  id: 'changeNote',
  method: 'patch',
  path: '/api/lessons/{lessonId}/notes/{noteId}',
  area: 'lessons',
  summary: "Writes another text into one's own note",
  access: 'user',
  apiKeyScope: 'learning',
  params: noteParams,
  body: noteChange,
  answer: noteAnswer,
  handle: async ({ deps, user, params, body }) =>
    await changeNote(deps, { userId: user().userId, ...params }, body),
})
