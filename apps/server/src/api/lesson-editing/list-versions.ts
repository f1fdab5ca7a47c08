import { listVersions } from '@freeor/courses/authoring/lessons/queries'
import { listedVersion } from '@freeor/courses/authoring/lessons/schema'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { lessonParams } from '../lessons/lesson-params.ts'

export const listVersionsOperation = coursesOperation({
  id: 'listVersions',
  method: 'get',
  path: '/api/lessons/{lessonId}/versions',
  area: 'lesson-editing',
  summary: 'The versions of a lesson, the newest first: who saved each, when, and which fields',
  access: 'user',
  params: lessonParams,
  /** Those older than this version. */
  query: z.strictObject({ before: z.coerce.number().int().min(1).max(1_000_000_000).optional() }),
  answer: z.object({ versions: z.array(listedVersion), hasMore: z.boolean() }),
  handle: async ({ deps, user, params, query }) =>
    await listVersions(deps.db, user(), { lessonId: params.lessonId, before: query.before }),
})
