import { getVersion } from '@freeor/courses/authoring/lessons/queries'
import { versionAnswer } from '@freeor/courses/authoring/lessons/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { versionParams } from './version-params.ts'

export const readVersionOperation = coursesOperation({
  id: 'readVersion',
  method: 'get',
  path: '/api/lessons/{lessonId}/versions/{version}',
  area: 'lesson-editing',
  summary: 'What a lesson was in one version',
  access: 'user',
  params: versionParams,
  answer: versionAnswer,
  handle: async ({ deps, user, params }) => await getVersion(deps.db, user(), params),
})
