import { readStatusList } from '@freeor/courses/certificates/read-status-list'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

export const fetchStatusListOperation = coursesOperation({
  id: 'fetchStatusList',
  method: 'get',
  path: '/api/certificates/status/{list}',
  area: 'certificates',
  summary: 'A signed Bitstring Status List: which certificates were revoked',
  access: 'public',
  anyOrigin: true,
  params: z.strictObject({ list: z.coerce.number().int().min(0).max(10_000) }),
  produces: 'application/vc+ld+json',
  async handle({ deps, params }) {
    const credential = await readStatusList(deps.certificates, params.list)
    return new Response(JSON.stringify(credential), {
      headers: { 'content-type': 'application/vc+ld+json', 'cache-control': 'public, max-age=60' },
    })
  },
})
