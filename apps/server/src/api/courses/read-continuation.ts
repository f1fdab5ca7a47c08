import { findContinuation } from '@freeor/courses/catalog/find-continuation'
import { continuation } from '@freeor/courses/catalog/schema'
import { viewerOf } from '@freeor/courses/catalog/viewer'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

export const readContinuationOperation = coursesOperation({
  id: 'readContinuation',
  method: 'get',
  path: '/api/continuation',
  area: 'lessons',
  summary: 'The lesson at which the person goes on; null for who has seen none, or completed the course',
  access: 'user',
  apiKeyScope: 'learning',
  answer: z.object({ continuation: continuation.nullable() }),
  async handle({ deps, actor, user }) {
    const { userId } = user()
    return { continuation: await findContinuation(deps.db, { ...viewerOf(actor), userId }) }
  },
})
