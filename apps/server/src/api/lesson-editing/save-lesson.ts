import { saveLesson } from '@freeor/courses/authoring/lessons/commands'
import { lessonChange, savedLesson } from '@freeor/courses/authoring/lessons/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { lessonParams } from '../lessons/lesson-params.ts'

export const saveLessonOperation = coursesOperation({
  id: 'saveLesson',
  method: 'patch',
  path: '/api/lessons/{lessonId}',
  area: 'lesson-editing',
  summary:
    'Saves the changed fields of a lesson, and answers it with what others saved since that version. 409 with `conflicts`, `base`, `theirs` and `yours` where somebody changed the same words',
  access: 'user',
  params: lessonParams,
  body: lessonChange,
  answer: savedLesson,
  handle: async ({ deps, user, params: { lessonId }, body }) =>
    await saveLesson(deps, { actor: user(), lessonId, change: body }),
})
