import { restoreVersion } from '@freeor/courses/authoring/lessons/commands'
import { savedLesson } from '@freeor/courses/authoring/lessons/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { versionParams } from './version-params.ts'

export const restoreVersionOperation = coursesOperation({
  id: 'restoreVersion',
  method: 'post',
  path: '/api/lessons/{lessonId}/versions/{version}/restore',
  area: 'lesson-editing',
  summary: 'Makes a lesson what it was in one version, as a new version',
  access: 'user',
  params: versionParams,
  answer: savedLesson,
  handle: async ({ deps, user, params }) => await restoreVersion(deps, user(), params),
})
