import { bakePng, bakeSvg } from '@freeor/courses/certificates/credential/write-badge'
import { getSigned } from '@freeor/courses/certificates/queries'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { certificateParams, fileAnswer } from './certificate-params.ts'

export const fetchBadgeOperation = coursesOperation({
  id: 'fetchBadge',
  method: 'get',
  path: '/api/certificates/{serial}/badge',
  area: 'certificates',
  summary: 'The badge as a PNG or SVG image with the signed credential baked in',
  access: 'public',
  params: certificateParams,
  query: z.strictObject({ format: z.enum(['png', 'svg']).default('png') }),
  produces: 'image/png',
  async handle({ deps, params, query }) {
    const { serial, credential } = await getSigned(deps.db, params.serial)
    const json = JSON.stringify(credential)
    return query.format === 'svg'
      ? fileAnswer(bakeSvg(json), { type: 'image/svg+xml', name: `badge-${serial}.svg` })
      : fileAnswer(await bakePng(json), { type: 'image/png', name: `badge-${serial}.png` })
  },
})
