import { getCaptions } from '@freeor/courses/captions/queries'
import { viewerOf } from '@freeor/courses/catalog/viewer'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { lessonParams } from './lesson-params.ts'

export const readCaptionsOperation = coursesOperation({
  id: 'readCaptions',
  method: 'get',
  path: '/api/lessons/{lessonId}/captions/{captionId}',
  area: 'lessons',
  summary: 'Captions or chapters of a lesson’s video, as WebVTT. A visitor may read those of a free preview',
  access: 'public',
  apiKeyScope: 'learning',
  params: lessonParams.extend({ captionId: z.string().max(60) }),
  produces: 'text/vtt',
  async handle({ deps, actor, params }) {
    const vtt = await getCaptions(deps.db, viewerOf(actor), params)
    return new Response(vtt, {
      headers: { 'content-type': 'text/vtt; charset=utf-8', 'cache-control': 'private, no-cache' },
    })
  },
})
