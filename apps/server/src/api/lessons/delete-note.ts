import { deleteNote } from '@freeor/courses/progress/commands'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { noteParams } from './change-note.ts'

export const deleteNoteOperation = coursesOperation({
  id: 'deleteNote',
  method: 'delete',
  path: '/api/lessons/{lessonId}/notes/{noteId}',
  area: 'lessons',
  summary: "Deletes one's own note or bookmark",
  access: 'user',
  apiKeyScope: 'learning',
  params: noteParams,
  status: 204,
  async handle({ deps, user, params }) {
    await deleteNote(deps, { userId: user().userId, ...params })
    return new Response(null, { status: 204 })
  },
})
